/** Which failures of a step its plan and the policy for retries allow. */
import { decodeValue } from '../../runtime/host-values/host-codec.ts';
import type { StepFacts } from './journal-facts.ts';
import { STEP_TIMEOUT_MS, type StepOp } from './program.ts';

const RETRIES_DEFAULT = 3;
/** A step is given up when so many of its attempts ended with their process. */
const INTERRUPTIONS_MAX = 25;

/** A failure as the program describes it: its text, or the code of ours. */
export function describeFailure(payload: string): string {
  const { message } = decodeValue(payload) as Error;
  return /\[((step_interrupted|step_timed|world)_\w+)\]/.exec(message)?.[1] ?? message;
}

export function findStepProblem(op: StepOp, { retries, end }: StepFacts): string | null {
  const failures = retries.filter((retry) => retry.payload !== undefined);
  const wrong = failures.find(({ attempt, payload }) => !mayFail(op, attempt, describeFailure(payload!)));
  if (wrong) return `failed in attempt ${wrong.attempt} with ${wrong.payload}`;
  const retriesMax = op.fn === 'workOnce' ? 0 : RETRIES_DEFAULT;
  if (failures.length > retriesMax) return `was tried again after ${failures.length} failures`;
  if (!end) return null;
  const last = retries.at(-1);
  // The result of an attempt that was noted as cut off may come late.
  const isLate = end.type === 'step_completed' && last?.payload === undefined && end.attempt === last?.attempt;
  if (!isLate && end.attempt !== (last?.attempt ?? 0) + 1) return `ended with attempt ${end.attempt}`;
  if (end.type === 'step_completed') return mustFail(op, end.attempt) ? 'completed although it must fail' : null;
  const failure = describeFailure(end.payload);
  if (failure === 'step_interrupted_too_often') {
    return retries.length - failures.length === INTERRUPTIONS_MAX - 1 ? null : 'was given up as interrupted';
  }
  if (!mayFail(op, end.attempt, failure)) return `failed with ${failure}`;
  if (failure !== 'step_timed_out' && op.ending.kind === 'fatal') return null;
  return failures.length === retriesMax ? null : `was given up after ${failures.length} retries`;
}

function mustFail(op: StepOp, attempt: number): boolean {
  return isTooSlow(op) || mustThrow(op, attempt);
}

const isTooSlow = ({ fn, durationMs }: StepOp): boolean => fn === 'workTimed' && durationMs > STEP_TIMEOUT_MS;

function mustThrow({ ending }: StepOp, attempt: number): boolean {
  if (ending.kind === 'broken' || ending.kind === 'fatal') return true;
  return (ending.kind === 'flaky' || ending.kind === 'later') && attempt <= ending.times;
}

/** An attempt also fails when its process hangs until its time is over. */
function mayFail(op: StepOp, attempt: number, failure: string): boolean {
  if (failure === 'step_timed_out') return op.fn === 'workTimed';
  return mustThrow(op, attempt) && failure === `${op.id} fails`;
}
