/** Whether this process takes requests and runs, for load balancers and hosts that ask. */
import { getRuntime } from '../api/runtime.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { answerError } from './answers.ts';

/**
 * 200 when runs go on here. 503 before that, while the store does not answer, when it was taken away, and from the
 * moment when the process is told to end: requests are still answered then, but new ones should go elsewhere.
 */
export async function answerHealth(request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return answerError(405, runtimeError('request_method', { allowed: 'GET' }), { Allow: 'GET, HEAD' });
  }
  const status = await readStatus();
  return Response.json(
    { status },
    { status: status === 'ready' ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}

async function readStatus(): Promise<'starting' | 'ready' | 'ending' | 'gone'> {
  const runtime = getRuntime();
  if (runtime.isEnding) return 'ending';
  const connection = await runtime.connect();
  if (connection.isGone) return 'gone';
  return connection.isReady ? 'ready' : 'starting';
}
