import { toStepId, type RunId } from '../contract/ids.ts';
import { readWaits, type WaitRecord, type WaitStatus } from '../observe/wait-history.ts';
import { openCalls } from './list-calls.ts';
import { createListing, type Listing } from './listing.ts';
import { oneOrMore, pageOptions, readOptions, type OptionTable, type PageOptions } from '../values/read-options.ts';
import { toDate } from './run-summary.ts';

/** Which sleeps to list. */
export interface ListWaitsOptions extends PageOptions {
  /** Sleeps with this status, or one of these. */
  status?: WaitStatus | readonly WaitStatus[];
}

/** One `sleep()`, as plain data. */
export interface WaitSummary {
  /** Its id in the run, in the form of a step id. */
  correlationId: string;
  status: WaitStatus;
  createdAt: Date;
  dueAt: Date;
  /** When it ended, which is before `dueAt` if it was woken up; `null`: not yet. */
  completedAt: Date | null;
}

interface CheckedOptions extends Required<PageOptions> {
  status: WaitStatus[];
}

const listWaitsOptions: OptionTable<CheckedOptions> = {
  ...pageOptions,
  status: oneOrMore(['pending', 'completed', 'abandoned']),
};

/**
 * Lists the sleeps of a run in the order of the calls: one page when awaited, all of them when iterated.
 * @throws `run_id_invalid`, `WorkflowRunNotFoundError`, `option_unknown`, `option_invalid`,
 *   `query_cursor_invalid`.
 */
export function listWaits(runId: string, options: ListWaitsOptions = {}): Listing<'waits', WaitSummary> {
  return createListing('waits', async () => {
    const { status, ...page } = readOptions<CheckedOptions>('listWaits', options, listWaitsOptions);
    return await openCalls(runId, page, {
      read: (journal) => readWaits(journal).filter((wait) => status?.includes(wait.status) ?? true),
      toItem: (wait) => toSummary(runId as RunId, wait),
    });
  });
}

const toSummary = (runId: RunId, { call, status, createdAt, dueAt, completedAt }: WaitRecord): WaitSummary => ({
  correlationId: toStepId(runId, call),
  status,
  createdAt: new Date(createdAt),
  dueAt: new Date(dueAt),
  completedAt: toDate(completedAt),
});
