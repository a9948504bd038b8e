/**
 * The flow route as the cron of a host calls it. Where processes are halted between requests, nobody else notices that a sleep
 * is over, or that a process will never come back to its runs.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { getRuntime } from '../api/runtime.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { answerError } from './answers.ts';

/** Works on what is due, and answers when nothing is left to do here, or the limit is over: the rest is for the next call. */
export async function answerCronCall(request: Request, secret: string): Promise<Response> {
  if (!carriesSecret(request, secret)) return answerError(401, runtimeError('cron_secret_wrong', {}));
  const runtime = getRuntime();
  await runtime.rest(AbortSignal.timeout(runtime.settings.awakeLimitMs));
  return Response.json({ ok: true });
}

/** Compares digests, so that the time it takes tells nothing, the length of the secret included. */
function carriesSecret(request: Request, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const found = request.headers.get('authorization') ?? '';
  return timingSafeEqual(digest(found), digest(`Bearer ${secret}`));
}
