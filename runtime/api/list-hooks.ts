import type { RunId } from '../contract/ids.ts';
import { toHookInfo, type HookInfo } from './hook-info.ts';
import { createListing, type Listing } from './listing.ts';
import { LIMIT_DEFAULT, pageOptions, readOptions, runIdText, type PageOptions } from '../values/read-options.ts';
import { getRuntime } from './runtime.ts';

/** Which hooks to list. */
export interface ListHooksOptions extends PageOptions {
  /** Hooks of this run. */
  runId?: string;
}

/**
 * Lists the active hooks, those of the newest runs first: one page when awaited, all hooks when iterated.
 *
 * The tokens are secrets: anyone who has one can resume its run. This list is for operators in the same process; do not
 * pass it on to clients.
 * @throws `option_unknown`, `option_invalid`, `world_cursor_invalid`.
 */
export function listHooks(options: ListHooksOptions = {}): Listing<'hooks', HookInfo> {
  return createListing('hooks', async () => {
    const table = { ...pageOptions, runId: runIdText };
    const checked = readOptions<Required<PageOptions> & { runId: RunId }>('listHooks', options, table);
    const { limit = LIMIT_DEFAULT, cursor: begin, runId } = checked;
    const { world } = await getRuntime().connect();
    return async (after = begin) => {
      const filter = { limit, ...(runId && { runId }), ...(after !== undefined && { cursor: after }) };
      const { hooks, cursor } = await world.listHooks(filter);
      return { items: hooks.map(toHookInfo), cursor };
    };
  });
}
