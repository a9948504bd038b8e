/** Asks a running application which files of the project its steps have a copy of. */
import { SIGNATURE_HEADER, ROUTES } from '../../runtime/contract/routes.ts';
import { signContent } from '../../runtime/http/signature.ts';
import { contentOfStepCopies, STEP_COPIES_TOKEN } from '../../runtime/http/step-copies-route.ts';
import type { ProbeTarget } from './send-probe.ts';

const ANSWER_LIMIT_MS = 30_000;

/** Paths from the root of the project. Empty also where something is in the way, which the probes have told. */
export async function readStepCopies({ url, secret }: ProbeTarget): Promise<readonly string[]> {
  const signature = signContent(contentOfStepCopies, { secret, nowMs: Date.now() });
  try {
    const answer = await fetch(`${url}${ROUTES.webhook}/${STEP_COPIES_TOKEN}`, {
      headers: { [SIGNATURE_HEADER]: signature },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const { files } = (await answer.json()) as { files?: readonly string[] };
    return files ?? [];
  } catch {
    return [];
  }
}
