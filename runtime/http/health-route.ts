/** Whether this process takes requests and runs, for load balancers and hosts that ask. */
import { getRuntime } from '../api/runtime.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { answerError } from './answers.ts';

/**
 * 200 when runs go on here. 503 before that, while the store does not answer or another process
 * blocks it, when it was taken away, and from the
 * moment when the process is told to end: requests are still answered then, but new ones should go elsewhere.
 */
export async function answerHealth(request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return answerError(405, runtimeError('request_method', { allowed: 'GET' }), { Allow: 'GET, HEAD' });
  }
  const health = await readHealth();
  return Response.json(health, {
    status: health.status === 'ready' ? 200 : 503,
    headers: { 'Cache-Control': 'no-store' },
  });
}

/** `process` keeps this one from writing to the store; `null`: it is not known which one does. */
type Health = { status: 'starting' | 'ready' | 'ending' | 'gone' } | { status: 'blocked'; process: number | null };

async function readHealth(): Promise<Health> {
  const runtime = getRuntime();
  if (runtime.isEnding) return { status: 'ending' };
  const connection = await runtime.connect();
  if (connection.isGone) return { status: 'gone' };
  if (connection.blocked) {
    const { process = null } = connection.blocked as { process?: number | null };
    return { status: 'blocked', process };
  }
  return { status: connection.isReady ? 'ready' : 'starting' };
}
