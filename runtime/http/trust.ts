/** Whether a request comes from somebody who knows a secret of this process or of its store. */
import { getRuntime } from '../api/runtime.ts';
import { SIGNATURE_HEADER } from '../contract/routes.ts';
import { isSigned, type SignedContent } from './signature.ts';

/**
 * Checks the signature of a request. Rejects when the store does not answer.
 * @param content The parts that the signature must cover.
 */
export async function isTrusted(request: Request, content: SignedContent): Promise<boolean> {
  const signature = request.headers.get(SIGNATURE_HEADER);
  if (signature === null) return false;
  const runtime = getRuntime();
  const { world, clock } = await runtime.connect();
  const secrets = runtime.settings.secrets ?? [await world.readSecret()];
  return isSigned(content, { secrets, nowMs: clock.now(), signature });
}
