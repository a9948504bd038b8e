/** Lists of runs by the time of their creation, on more runs than one block of the table that finds them. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../runtime/world/sqlite/migrations.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import type { RunFilter, World } from '../../runtime/world/world.ts';
import { expectQuickLists, expectRunsByTime } from './expect-runs-by-time.ts';
import { toWorkflowId } from './run-fixtures.ts';
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

describe('among very many runs', () => {
  const RUNS_OF_STORE = 200_000;
  /** Half of the runs wait, a tenth has failed, and no run of `calm` has. Each ends a second after it began. */
  async function openLargeStore(): Promise<World> {
    const dataDir = makeDataDir();
    const { file } = toPaths(dataDir);
    const db = new DatabaseSync(file);
    migrate(db, file, 3);
    db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${RUNS_OF_STORE})
      INSERT INTO runs (id, run_id, workflow_id, status, created_at, completed_at, seq, epoch, inbox_last, inbox_taken)
      SELECT i, 'wrun_' || printf('%026d', i), 'workflow//app/' || iif(i % 10 = 2, 'a//a', 'calm//calm'),
        CASE i % 10 WHEN 2 THEN 3 WHEN 4 THEN 0 WHEN 6 THEN 2 WHEN 8 THEN 2 ELSE 1 END,
        i * 60000, i * 60000 + 1000, 1, 1, 0, 0 FROM n`);
    db.close();
    return await openSqliteWorld(dataDir);
  }

  it('those of any condition are found as quickly as the newest', async () => {
    const world = await openLargeStore();
    await expectQuickLists(world, toWorkflowId('calm'));
  });

  it('those of several states come in the order of their creation, over all pages', async () => {
    const world = await openLargeStore();
    const found = await list(world, { statuses: ['failed', 'pending', 'failed'], createdUntil: 60_000_000 }, 70);
    const expected = Array.from({ length: 1_000 }, (_, i) => 1_000 - i).filter((n) => [2, 4].includes(n % 10));
    expect(found).toEqual(expected);
  });
});
