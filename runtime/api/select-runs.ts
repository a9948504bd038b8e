/** Pages of runs that meet conditions, also those that a World cannot judge by itself. */
import type { RunPage, RunRecord, World } from '../world/world.ts';
import { readTroubles } from './last-events.ts';
import { toRunFilter, type CheckedConditions } from './run-filter.ts';

/** Which page. `cursor`: of the page before. */
export interface WantedPage {
  limit: number;
  cursor?: string | undefined;
}

/** Runs that are judged at once. */
const LOOKED_AT_ONCE = 1_000;
/** A search for few among many ends after so many looks, and its cursor says where to go on. */
const LOOKS_MAX = 5;

/** Makes the reader of the pages, newest first. A page with fewer runs than its limit may not be the last one. */
export function selectRuns(
  world: World,
  { retrying, ...conditions }: Partial<CheckedConditions>,
): (page: WantedPage) => Promise<RunPage> {
  const statuses = conditions.status ?? (retrying ? ['running' as const] : undefined);
  const filter = toRunFilter({ ...conditions, ...(statuses && { status: statuses }) });
  const readPage = ({ limit, cursor }: WantedPage): Promise<RunPage> =>
    world.listRuns({ ...filter, limit, ...(cursor !== undefined && { cursor }) });
  if (retrying === undefined) return readPage;
  return async ({ limit, cursor }) => {
    let atOnce = limit;
    let from = cursor;
    for (let looks = 1; ; looks++) {
      const page = await readPage({ limit: atOnce, cursor: from });
      const runs = await pick(world, page.runs, retrying);
      // There are many: a page that cannot be too long has some of them, or the next one.
      if (runs.length > limit) atOnce = limit;
      else if (runs.length > 0 || page.cursor === null || looks >= LOOKS_MAX) return { runs, cursor: page.cursor };
      else {
        // There are few: the next ones are looked at in a crowd.
        from = page.cursor;
        atOnce = Math.max(limit, LOOKED_AT_ONCE);
      }
    }
  };
}

async function pick(world: World, runs: readonly RunRecord[], isRetrying: boolean): Promise<RunRecord[]> {
  const troubles = await readTroubles(world, runs);
  return runs.filter(({ runId }) => Boolean(troubles.get(runId)?.retrying) === isRetrying);
}
