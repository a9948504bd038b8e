/**
 * The flow and step routes, by which a platform or another machine asks this process to look at a run. Requests carry
 * only ids, are signed, and change nothing themselves: the worker does what is due, as if it had found the run.
 */
import { isRunId, parseStepId, type RunId } from '../contract/ids.ts';
import { ROUTES } from '../contract/routes.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { Connection } from '../api/connection.ts';
import { keepAwake, type RequestContext } from '../api/keep-awake.ts';
import { getRuntime } from '../api/runtime.ts';
import { isTerminal } from '../journal/events.ts';
import { answerError } from './answers.ts';
import { answerCronCall } from './cron-call.ts';
import { readBody } from './read-body.ts';
import { isTrusted } from './trust.ts';

const BYTES_MAX = 64 * 1024;

/** The content of a valid request. */
interface WakeCall {
  runId: RunId;
  /** The step call; `null` on the flow route. */
  step: { stepId: string; call: number } | null;
}

const EXPECTED = {
  [ROUTES.flow]: '{ "runId": "wrun_…" }',
  [ROUTES.step]: '{ "runId": "wrun_…", "stepId": "step_…", "attempt": 1 }',
};
type WakeRoute = keyof typeof EXPECTED;

/**
 * Answers a request to the flow or step route.
 * @param context The context of the request, from its host.
 */
export async function answerWakeCall(
  route: WakeRoute,
  request: Request,
  context: RequestContext | undefined,
): Promise<Response> {
  const cronSecret = route === ROUTES.flow ? getRuntime().settings.cronSecret : null;
  if (cronSecret !== null && request.method === 'GET') return await answerCronCall(request, cronSecret);
  if (request.method !== 'POST') {
    const allowed = cronSecret === null ? 'POST' : 'GET, POST';
    return answerError(405, runtimeError('request_method', { allowed }), { Allow: allowed });
  }
  const bytes = await readBody(request, BYTES_MAX);
  if (!bytes) return answerError(413, runtimeError('request_too_large', { bytesMax: BYTES_MAX }));
  const body = new TextDecoder().decode(bytes);
  const isSigned = await isTrusted(request, { method: 'POST', route, body });
  if (!isSigned) return answerError(401, runtimeError('request_unsigned', {}));
  const call = parseWakeCall(route, body);
  if (!call) return answerError(400, runtimeError('request_malformed', { expected: EXPECTED[route] }));
  return await wake(await getRuntime().connect(), call, context);
}

function parseWakeCall(route: WakeRoute, body: string): WakeCall | null {
  const { runId, stepId, attempt } = parseObject(body);
  if (!isRunId(runId)) return null;
  if (route === ROUTES.flow) return { runId, step: null };
  if (typeof stepId !== 'string' || !Number.isInteger(attempt)) return null;
  const parsed = parseStepId(stepId);
  return parsed?.runId === runId ? { runId, step: { stepId, call: parsed.call } } : null;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

async function wake(
  connection: Connection,
  { runId, step }: WakeCall,
  context: RequestContext | undefined,
): Promise<Response> {
  const run = await connection.world.readRun(runId);
  if (!run) return answerError(404, runtimeError('run_not_found', { runId }));
  if (step) {
    const journal = await connection.world.readJournal(runId);
    const isKnown = journal.some(
      (event) =>
        (event.type === 'step_created' && event.call === step.call) ||
        // The run began anew and has dropped the step.
        (event.type === 'run_continued' && step.call < event.firstCall),
    );
    if (!isKnown) return answerError(404, runtimeError('step_not_found', { stepId: step.stepId }));
  }
  if (!isTerminal(run.status)) {
    await connection.wake(runId);
    await keepAwake(context);
  }
  return Response.json({ ok: true });
}
