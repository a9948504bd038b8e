/** Actions on many runs. */
import { bulk } from '../api/bulk.ts';
import { conditionOptions, type CheckedConditions, type RunConditions } from '../api/run-filter.ts';
import { selectRuns } from '../api/select-runs.ts';
import { listRuns } from '../api/list-runs.ts';
import type { RunStatus } from '../journal/events.ts';
import { readOptions } from '../values/read-options.ts';
import type { World } from '../world/world.ts';
import type { BulkCounts, BulkOutcome, RunItem } from './items.ts';
import type { BulkActionName, BulkRequest } from './operations.ts';
import { toConditions } from './run-conditions.ts';
import { toRunItem } from './run-items.ts';
import { describeError } from './show-value.ts';

const LIVE: readonly RunStatus[] = ['pending', 'running'];

/** The runs that an action is for. A condition of the caller comes in the place of the one here. */
const MEANT: Record<BulkActionName, RunConditions & { status: readonly RunStatus[] }> = {
  cancel: { status: LIVE },
  pause: { status: LIVE, paused: false },
  resume: { status: LIVE, paused: true },
  wake: { status: LIVE },
  retry: { status: ['failed'] },
  delete: { status: ['completed', 'failed', 'cancelled'] },
};
const PAGE_RUNS = 1_000;
const SHOWN_RUNS = 20;

/** See `Operations.previewBulk`. */
export async function previewBulk(
  world: World,
  { limit = SHOWN_RUNS, ...request }: BulkRequest & { limit?: number },
): Promise<{ matched: number; runs: RunItem[] }> {
  const conditions = { ...MEANT[request.action], ...(await toConditions(world, request.conditions)) };
  const shown = limit === 0 ? [] : (await listRuns({ ...conditions, limit })).runs;
  return { matched: await countRuns(world, conditions), runs: shown.map(toRunItem) };
}

/** Of the runs that are not shown nothing but their number is wanted. */
async function countRuns(world: World, conditions: RunConditions): Promise<number> {
  const readPage = selectRuns(world, readOptions<CheckedConditions>('listRuns', conditions, conditionOptions));
  let count = 0;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await readPage({ limit: PAGE_RUNS, cursor });
    count += page.runs.length;
    cursor = page.cursor;
  }
  return count;
}

/** See `Operations.bulk`. */
export async function bulkRuns(
  world: World,
  { action, conditions, reason }: BulkRequest,
  onProgress?: (counts: BulkCounts) => void,
): Promise<BulkOutcome> {
  const meant = { ...MEANT[action], ...(await toConditions(world, conditions)) };
  const { matched, done, skipped, failed } = await bulk(meant, action, {
    ...(onProgress && { onProgress }),
    ...(reason !== undefined && { reason }),
  });
  return {
    matched,
    done,
    skipped,
    failed: failed.map(({ runId, error }) => ({ runId, error: describeError(error) })),
  };
}
