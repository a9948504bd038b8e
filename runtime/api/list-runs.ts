import { createListing, type Listing } from './listing.ts';
import { LIMIT_DEFAULT, pageOptions, readOptions, type PageOptions } from '../values/read-options.ts';
import { conditionOptions, type CheckedConditions, type RunConditions } from './run-filter.ts';
import { summarizeRuns, type RunSummary } from './run-summary.ts';
import { getRuntime } from './runtime.ts';
import { selectRuns } from './select-runs.ts';

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
    const connection = await getRuntime().connect();
    const readPage = selectRuns(connection.world, conditions);
    return async (after = begin) => {
      const { runs, cursor } = await readPage({ limit, cursor: after });
      return { items: await summarizeRuns(connection, runs), cursor };
    };
  });
}
