/**
 * The flow route as the cron of a host calls it. On hosts that halt processes between requests, nothing else notices
 * that a sleep is over or that a process will never return to its runs.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { getRuntime } from '../api/runtime.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { answerError } from './answers.ts';

/**
 * Executes what is due. Answers when nothing is left to do here or the time limit is reached; the next call does the
 * rest.
 */
export async function answerCronCall(request: Request, secret: string): Promise<Response> {
  if (!carriesSecret(request, secret)) return answerError(401, runtimeError('cron_secret_wrong', {}));
  const runtime = getRuntime();
  await runtime.rest(AbortSignal.timeout(runtime.settings.awakeLimitMs));
  return Response.json({ ok: true });
}

/** Compares digests, so that the time it takes reveals nothing, not even the length of the secret. */
function carriesSecret(request: Request, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const found = request.headers.get('authorization') ?? '';
  return timingSafeEqual(digest(found), digest(`Bearer ${secret}`));
}
