/** The steps that programs call, as one simulated process has them. */
import type { RegisteredStep, StepFunction } from '../../runtime/contract/build.ts';
import { parseStepId, type RunId } from '../../runtime/contract/ids.ts';
import type { Clock } from '../../runtime/contract/clock.ts';
import { getStepMetadata, getWritable, setAttributes } from '../../runtime/steps/step-functions.ts';
import { FatalError, RetryableError } from '../../runtime/values/step-errors.ts';
import { namesOf, type PlacedStep, type PlannedDeployments } from './deployments.ts';
import { chunkOf, STEP_TIMEOUT_MS, stepResult, type Json, type StepOp } from './program.ts';

/** Where steps run. */
export interface StepSite {
  clock: Clock;
  /** An attempt begins; `false`: its process is dead, and nothing of it happens. */
  begin(attempt: { runId: RunId; call: number; attempt: number }): boolean;
  /** A call is answered by a function of a deployed build. */
  answer?(answer: Answer): void;
}

/** Which function answers a call, and for whom. */
export interface Answer {
  runId: RunId;
  call: number;
  /** The part that the program asks for. */
  asked: StepOp['fn'];
  placed: PlacedStep;
  captured: Readonly<Record<string, unknown>>;
}

type Work = ((op: StepOp, input: Json) => Promise<Json>) & { maxRetries?: number; timeout?: number };

export function createProgramSteps(site: StepSite): Record<StepOp['fn'], Work> {
  const work: Work = async (op, input) => {
    const { stepId, attempt, signal } = getStepMetadata();
    if (!site.begin({ ...parseStepId(stepId)!, attempt })) return await new Promise<never>(() => {});
    if (op.durationMs > 0) await passTime(site.clock, op.durationMs, signal);
    if (op.sets) setAttributes({ [op.sets]: attempt });
    await writeChunks(op, attempt);
    finish(op, attempt, site.clock);
    return stepResult(op.id, input);
  };
  return {
    work,
    workOnce: Object.assign(work.bind(null), { maxRetries: 0 }),
    workTimed: Object.assign(work.bind(null), { timeout: STEP_TIMEOUT_MS }),
  };
}

/** The step functions of a deployed build, by name. Each says who it is when it is called. */
export function createPlacedSteps(
  site: StepSite,
  { layouts, areNamed }: PlannedDeployments,
  version: number,
): Map<string, RegisteredStep> {
  const layout = layouts[version]!;
  const works = createProgramSteps(site);
  const steps = namesOf(layout, areNamed).map((name, index): [string, RegisteredStep] => {
    const placed = layout[index]!;
    const work = placed.fn === 'other' ? works.work : works[placed.fn];
    const create = (captured: Record<string, unknown> = {}): StepFunction =>
      Object.assign(async (op: StepOp, input: Json) => {
        const { runId, call } = parseStepId(getStepMetadata().stepId)!;
        site.answer?.({ runId, call, asked: op.fn, placed, captured });
        return await work(op, input);
      }, options(work));
    const step: RegisteredStep = placed.captures ? { kind: 'closure', create } : { kind: 'function', fn: create() };
    return [`step//./test//${name}`, step];
  });
  return new Map(steps);
}

/** As the compiler does, the workflow gives the options of a step that captures along. */
const options = ({ maxRetries, timeout }: Work): Pick<Work, 'maxRetries' | 'timeout'> => ({
  ...(maxRetries !== undefined && { maxRetries }),
  ...(timeout !== undefined && { timeout }),
});

/** Half of all steps heed their signal, the others go on to their end. */
function passTime(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    clock.setAlarm(clock.now() + ms, resolve);
    if (ms % 2 === 0) signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

async function writeChunks({ id, writes }: StepOp, attempt: number): Promise<void> {
  if (!writes) return;
  const writer = getWritable(writes.stream ? { namespace: writes.stream } : {}).getWriter();
  for (let index = 0; index < writes.chunks; index++) {
    const written = writer.write(chunkOf(id, attempt, index));
    if (writes.isAwaited) await written;
    // Whether it could be stored shows when the attempt ends.
    else written.catch(() => {});
  }
  writer.releaseLock();
}

function finish({ id, ending }: StepOp, attempt: number, clock: Clock): void {
  const message = `${id} fails`;
  if (ending.kind === 'fatal') throw new FatalError(message);
  if (ending.kind === 'broken') throw new Error(message);
  if (ending.kind === 'flaky' && attempt <= ending.times) throw new Error(message);
  if (ending.kind === 'later' && attempt <= ending.times) {
    throw new RetryableError(message, { retryAfter: new Date(clock.now() + ending.delayMs) });
  }
}
