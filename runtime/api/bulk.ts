/** One action on many runs. */
import type { Clock } from '../contract/clock.ts';
import { reasonOf } from '../journal/cancel-reason.ts';
import type { World, InboxContent, RunRecord } from '../world/world.ts';
import { actor } from './acting.ts';
import { keepAwake } from './keep-awake.ts';
import { readOptions, refuse, text, wholeNumber, type OptionTable } from '../values/read-options.ts';
import { conditionOptions, type CheckedConditions, type RunConditions } from './run-filter.ts';
import { Run } from './run.ts';
import { getRuntime } from './runtime.ts';
import { selectRuns } from './select-runs.ts';

/**
 * An action on runs. `delete` removes runs that have ended; `retry` starts a new run for each run that failed or was
 * cancelled, see `Run.retry()`. The others are for runs that have not ended.
 */
export type BulkAction = 'cancel' | 'pause' | 'resume' | 'wake' | 'retry' | 'delete';

/** The progress of a {@link bulk} call. */
export interface BulkProgress {
  /** Runs that meet the conditions. */
  matched: number;
  done: number;
  /** Runs to which the action does not apply, such as a cancel of a run that has ended. */
  skipped: number;
  failed: number;
}

/** The final {@link BulkProgress}, with the error of each run that failed. */
export interface BulkResult extends Omit<BulkProgress, 'failed'> {
  failed: { runId: string; error: unknown }[];
}

/** How a {@link bulk} call proceeds. */
export interface BulkOptions {
  /** Called after each run. An error that it throws ends the call. */
  onProgress?(progress: BulkProgress): void;
  /** Runs that are acted on at the same time. Default 10, at most 100. */
  concurrency?: number;
  /** Why; only for `cancel`. */
  reason?: string;
  /** Ends the call with its reason; completed actions are not undone. */
  signal?: AbortSignal;
}

const ACTIONS: readonly BulkAction[] = ['cancel', 'pause', 'resume', 'wake', 'retry', 'delete'];
/** Runs that are read at a time. */
const PAGE_RUNS = 100;
const CONCURRENCY_DEFAULT = 10;

const bulkOptions: OptionTable<Required<BulkOptions>> = {
  onProgress: {
    expected: 'a function',
    read: (given) => (typeof given === 'function' ? (given as BulkOptions['onProgress']) : undefined),
  },
  concurrency: wholeNumber(1, 100),
  reason: text,
  signal: { expected: 'an AbortSignal', read: (given) => (given instanceof AbortSignal ? given : undefined) },
};

/**
 * Executes an action on all runs that meet the conditions: `await bulk({ status: 'failed' }, 'delete')`. `{}` means
 * every run. Runs are taken page by page, newest first; runs that are created meanwhile are not touched. A failure of
 * one run does not stop the others. The call can be repeated: only `retry` has an effect again, because it starts new
 * runs.
 * @throws `option_unknown`, `option_invalid`: then nothing was done.
 */
export async function bulk(
  conditions: RunConditions,
  action: BulkAction,
  options: BulkOptions = {},
): Promise<BulkResult> {
  const checked = readConditions(conditions);
  const { concurrency = CONCURRENCY_DEFAULT, onProgress, reason, signal } = checkOptions(action, options);
  const { world, clock } = await getRuntime().connect();
  const readPage = selectRuns(world, checked);
  const act = toAct(action, { world, clock, reason });
  const result: BulkResult = { matched: 0, done: 0, skipped: 0, failed: [] };
  const report = (): void => onProgress?.({ ...result, failed: result.failed.length });
  for (let cursor: string | null | undefined; cursor !== null;) {
    signal?.throwIfAborted();
    const page = await readPage({ limit: PAGE_RUNS, cursor });
    result.matched += page.runs.length;
    await eachOf(page.runs, concurrency, async (run) => {
      signal?.throwIfAborted();
      await actOn(result, run, act, report);
    });
    cursor = page.cursor;
  }
  if (result.done > 0) void keepAwake();
  return result;
}

/** A condition with the value `undefined` is refused: ignored, it would select every run. */
function readConditions(conditions: RunConditions): Partial<CheckedConditions> {
  const checked = readOptions<CheckedConditions>('bulk', conditions, conditionOptions);
  for (const option of Object.keys(conditions) as (keyof CheckedConditions)[]) {
    if (!(option in checked)) throw refuse({ call: 'bulk', option }, conditionOptions[option].expected, undefined);
  }
  return checked;
}

function checkOptions(action: BulkAction, options: BulkOptions): BulkOptions {
  const isAction = ACTIONS.includes(action);
  if (!isAction) throw refuse({ call: 'bulk', option: 'action' }, `one of ${ACTIONS.join(', ')}`, action);
  const checked = readOptions<Required<BulkOptions>>('bulk', options, bulkOptions);
  if (checked.reason !== undefined && action !== 'cancel')
    throw refuse({ call: 'bulk', option: 'reason' }, 'left out unless the action is "cancel"', checked.reason);
  return checked;
}

/** Resolves to whether it applied to the run. */
type Act = (run: RunRecord) => Promise<boolean>;

interface ActContext {
  world: World;
  clock: Clock;
  reason: string | undefined;
}

function toAct(action: BulkAction, { world, clock, reason }: ActContext): Act {
  if (action === 'delete') return async ({ runId }) => (await world.deleteRuns([runId])) > 0;
  if (action === 'retry') return retryRun;
  const message: InboxContent = {
    ...(action === 'cancel' ? { type: action, ...reasonOf(reason) } : { type: action }),
    ...actor(),
  };
  return async ({ runId }) => (await world.deliver(runId, message, clock.now())).ok;
}

async function retryRun({ runId, status }: RunRecord): Promise<boolean> {
  if (status !== 'failed' && status !== 'cancelled') return false;
  await new Run(runId).retry();
  return true;
}

/** Acts on one run and counts the result; an error is noted, not thrown. */
async function actOn(result: BulkResult, run: RunRecord, act: Act, report: () => void): Promise<void> {
  try {
    if (await act(run)) result.done += 1;
    else result.skipped += 1;
  } catch (error) {
    result.failed.push({ runId: run.runId, error });
  }
  // At once, so that each report differs from the previous one by one run.
  report();
}

/** Calls `act` for all runs, up to `concurrency` at a time. After one call throws, no further call begins. */
async function eachOf(runs: RunRecord[], concurrency: number, act: (run: RunRecord) => Promise<void>): Promise<void> {
  // A loop that ends with an error closes the generator, and so ends the other loops.
  const queue = (function* () {
    yield* runs;
  })();
  const lane = async (): Promise<void> => {
    for (const run of queue) await act(run);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, runs.length) }, lane));
}
