import { createListing, type Listing } from './listing.ts';
import { LIMIT_DEFAULT, pageOptions, readOptions, type PageOptions } from '../values/read-options.ts';
import { conditionOptions, toRunFilter, type CheckedConditions, type RunConditions } from './run-filter.ts';
import { QueuedRuns } from './queued-steps.ts';
import { toRunSummary, type RunSummary } from './run-summary.ts';
import { getRuntime } from './runtime.ts';

/** Which runs to list. */
export interface ListRunsOptions extends RunConditions, PageOptions {}

/**
 * Lists the runs that meet all conditions, newest first: `const { runs, cursor } = await listRuns({ status: 'failed'
 * })` for one page, `for await (const run of listRuns(…))` for all of them. Runs that are created meanwhile do not
 * shift the pages.
 * @throws `option_unknown`, `option_invalid`, `world_cursor_invalid`.
 */
export function listRuns(options: ListRunsOptions = {}): Listing<'runs', RunSummary> {
  return createListing('runs', async () => {
    const table = { ...conditionOptions, ...pageOptions };
    const checked = readOptions<CheckedConditions & Required<PageOptions>>('listRuns', options, table);
    const { limit = LIMIT_DEFAULT, cursor: begin, ...conditions } = checked;
    const filter = { ...toRunFilter(conditions), limit };
    const connection = await getRuntime().connect();
    const { world } = connection;
    return async (after = begin) => {
      const { runs, cursor } = await world.listRuns({ ...filter, ...(after !== undefined && { cursor: after }) });
      const queued = new QueuedRuns(connection);
      return { items: runs.map((run) => toRunSummary(run, queued)), cursor };
    };
  });
}
