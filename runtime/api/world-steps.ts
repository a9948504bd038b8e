/** `getWorld().steps`: the step calls of a run, with their values. */
import { runtimeError } from '../contract/runtime-errors.ts';
import { parseStepId, type RunId } from '../contract/ids.ts';
import type { Payload } from '../journal/events.ts';
import { readSteps, type StepRecord } from '../observe/step-history.ts';
import { readOptions, runIdText } from '../values/read-options.ts';
import { toStepInput } from '../values/step-input.ts';
import type { World } from '../world/world.ts';
import type { ErrorFacts } from '../observe/error-facts.ts';
import { openCalls } from './list-calls.ts';
import { toStepSummary, type StepSummary } from './list-steps.ts';
import { readQueue } from './queued-steps.ts';
import { readStoredOf } from './read-stored.ts';
import { requireRun } from './require-run.ts';
import { SealedValue } from './sealed-value.ts';
import {
  pagination,
  type ReadOptions,
  resolveData,
  toWorldPage,
  type WorldListOptions,
  type WorldPage,
} from './world-page.ts';

/** A step call, with its values. */
export interface WorldStep extends Omit<StepSummary, 'input' | 'result' | 'heartbeat'> {
  runId: string;
  /** The array of its arguments. */
  input: SealedValue | undefined;
  /** The result of a completed step. */
  output: SealedValue | undefined;
  /** The error of a step that failed for good. */
  error: ErrorFacts | undefined;
  /** Another name of `retryAt`. */
  retryAfter: Date | null;
}

/** The step calls of a run. */
export interface WorldSteps {
  /**
   * @param runId May be left `undefined`: the id of a step call names its run.
   * @throws `step_not_found`, `run_id_invalid`, `WorkflowRunNotFoundError`, `option_unknown`, `option_invalid`.
   */
  get(runId: string | undefined, stepId: string, options?: ReadOptions): Promise<WorldStep>;
  /** In the order of the calls. @throws As `listSteps` does. */
  list(options: WorldListOptions & { runId: string }): Promise<WorldPage<WorldStep>>;
}

const listOptions = { pagination, resolveData, runId: runIdText };

/** See {@link WorldSteps}. */
export const worldSteps: WorldSteps = {
  async get(runId, stepId, options = {}) {
    const { resolveData: wanted } = readOptions('steps.get', options, { resolveData });
    const place = parseStepId(stepId);
    const { world, run } = await requireRun(runId ?? place?.runId ?? stepId);
    const steps = place?.runId === run.runId ? readSteps(await world.readJournal(run.runId)) : [];
    const step = steps.find(({ call }) => call === place?.call);
    if (!step) throw runtimeError('step_not_found', { stepId });
    return await toWorldStep(await summarize(run.runId), step, wanted === 'none' ? null : world);
  },
  async list(options) {
    const { runId, resolveData: wanted, pagination: page = {} } = readOptions('steps.list', options, listOptions);
    const { run } = await requireRun(runId ?? options.runId);
    const toSummary = await summarize(run.runId);
    const readPage = await openCalls(run.runId, page, {
      read: readSteps,
      toItem: (step, world) => toWorldStep(toSummary, step, wanted === 'none' ? null : world),
    });
    const { items, cursor } = await readPage(page.cursor);
    return toWorldPage(items, cursor);
  },
};

type Summarize = (step: StepRecord) => StepSummary & { runId: string };

async function summarize(runId: RunId): Promise<Summarize> {
  const queue = await readQueue(runId);
  return (step) => ({ runId, ...toStepSummary(runId, step, queue.since(step)) });
}

/** @param world Where the values are; `null`: they are left out. */
async function toWorldStep(toSummary: Summarize, step: StepRecord, world: World | null): Promise<WorldStep> {
  const summary = toSummary(step);
  const { input, result, status } = step;
  return {
    ...summary,
    input: world ? await sealInput(input, world) : undefined,
    output: world && result !== null ? new SealedValue(result) : undefined,
    error: status === 'failed' ? (summary.lastError ?? undefined) : undefined,
    retryAfter: summary.retryAt,
  };
}

const sealInput = async (input: Payload, world: World): Promise<SealedValue> =>
  new SealedValue(input, {
    readStored: await readStoredOf(world, [input]),
    pick: (value) => toStepInput(value).args,
  });
