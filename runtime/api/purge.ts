/** Removes runs that have ended, with all that belongs to them. */
import { EntityConflictError } from '../contract/run-errors.ts';
import type { RunStatus } from '../journal/events.ts';
import { oneOrMore, pointInTime, readOptions, refuse, wholeNumber, type OptionTable } from '../values/read-options.ts';
import { requireRun } from './require-run.ts';
import { getRuntime } from './runtime.ts';

/** Runs that are removed in one transaction. */
const BATCH_RUNS = 500;

type EndedStatus = Exclude<RunStatus, 'pending' | 'running'>;
const ENDED: EndedStatus[] = ['completed', 'failed', 'cancelled'];

/** Which runs to remove. */
export interface PurgeOptions {
  /** Runs that ended before this time. */
  before: Date;
  /** Only runs with this status, or with one of these. Default: all. */
  status?: EndedStatus | readonly EndedStatus[];
  /** Removes at most this many, newest first. Default: all. */
  limit?: number;
}

interface CheckedOptions {
  before: number;
  status: EndedStatus[];
  limit: number;
}

const purgeOptions: OptionTable<CheckedOptions> = {
  before: pointInTime,
  status: oneOrMore(ENDED),
  limit: wholeNumber(1, Number.MAX_SAFE_INTEGER),
};

/**
 * Removes a run that has ended, with its journal and streams. After that it is unknown.
 * @throws `run_id_invalid`, `WorkflowRunNotFoundError`; `EntityConflictError` when it has not ended: cancel it first.
 */
export async function deleteRun(runId: string): Promise<void> {
  const { world, run } = await requireRun(runId);
  if ((await world.deleteRuns([run.runId])) > 0) return;
  // It has not ended, or another process removed it meanwhile.
  const { run: left } = await requireRun(runId);
  throw new EntityConflictError(runId, left.status);
}

/**
 * Removes runs that ended before a time, in batches, and returns how many.
 * @throws `option_unknown`, `option_invalid`: then nothing was removed.
 */
export async function purgeRuns(options: PurgeOptions): Promise<number> {
  const { before, status = ENDED, limit = Infinity } = readOptions<CheckedOptions>('purgeRuns', options, purgeOptions);
  if (before === undefined) throw refuse({ call: 'purgeRuns', option: 'before' }, purgeOptions.before.expected, before);
  const { world } = await getRuntime().connect();
  const filter = { statuses: status, completedUntil: before - 1 };
  let purged = 0;
  for (let cursor: string | null | undefined; cursor !== null && purged < limit;) {
    const size = Math.min(BATCH_RUNS, limit - purged);
    const page = await world.listRuns({ ...filter, limit: size, ...(cursor !== undefined && { cursor }) });
    purged += await world.deleteRuns(page.runs.map(({ runId }) => runId));
    cursor = page.cursor;
  }
  return purged;
}
