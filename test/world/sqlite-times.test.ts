/** Lists of runs by the time of their creation, on more runs than one block of the table that finds them. */
import { expect, it } from 'vitest';
import type { RunFilter, World } from '../../runtime/world/world.ts';
import { expectRunsByTime } from './expect-runs-by-time.ts';
import { openLargeStore } from './large-sqlite-store.ts';
import { makeDataDir, openSqliteWorld } from './test-store.ts';

/** All pages of a list, as the numbers of runs. */
async function list(world: World, filter: Omit<RunFilter, 'limit'>, limit = 700): Promise<number[]> {
  const found: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await world.listRuns({ ...filter, limit, ...(cursor !== undefined && { cursor }) });
    found.push(...page.runs.map(({ runId }) => Number(runId.slice('wrun_'.length))));
    cursor = page.cursor;
  }
  return found;
}

it('finds exactly the runs of a time, whatever the order of their times, also after deletions', async () => {
  await expectRunsByTime(await openSqliteWorld(makeDataDir(), 'relaxed'), 1);
});

it('among very many runs those of several states come in the order of their creation, over all pages', async () => {
  const world = await openLargeStore();
  const found = await list(world, { statuses: ['failed', 'pending', 'failed'], createdUntil: 60_000_000 }, 70);
  const expected = Array.from({ length: 1_000 }, (_, i) => 1_000 - i).filter((n) => [2, 4].includes(n % 10));
  expect(found).toEqual(expected);
});
