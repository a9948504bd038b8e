/** Lists of runs by the time of their creation, on more runs than one block of the table that finds them. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../runtime/world/sqlite/migrations.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import type { RunFilter, World } from '../../runtime/world/world.ts';
import { completed, numbered, ORDER, started, toNewRun, toRunId, toWorkflowId } from './run-fixtures.ts';
import { makeDataDir, openSqliteWorld } from './test-store.ts';

const RUNS = 3_500;
/** Mostly in order, as several machines create them; and a machine whose clock was wrong for a while. */
const createdAtOf = (n: number): number => (n % 1_500 === 7 ? n - 1_400 : n + ((n * 7) % 5));

const createRun = (world: World, n: number, at = createdAtOf(n)): Promise<unknown> => {
  const { events, ...run } = toNewRun({ runId: toRunId(n), workflowId: n % 3 === 0 ? toWorkflowId('other') : ORDER });
  const [created] = events;
  return world.createRun({ ...run, events: [{ ...created!, at }, ...numbered(2, [started(), completed()])] });
};

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
  const world = await openSqliteWorld(makeDataDir(), 'relaxed');
  const numbers = Array.from({ length: RUNS }, (_, i) => i + 1);
  await Promise.all(numbers.map((n) => createRun(world, n)));
  const expected = (from: number, until: number): number[] =>
    numbers.filter((n) => createdAtOf(n) >= from && createdAtOf(n) <= until).toReversed();
  for (const [from, until] of [
    [0, 9_999],
    [0, 40],
    [900, 1_100],
    [2_040, 2_060],
    [3_490, 9_999],
    [9_000, 9_999],
  ] as const) {
    await expect(list(world, { createdFrom: from, createdUntil: until })).resolves.toEqual(expected(from, until));
    const others = expected(from, until).filter((n) => n % 3 === 0);
    const filter = { workflowId: toWorkflowId('other'), createdFrom: from, createdUntil: until };
    await expect(list(world, filter, 3)).resolves.toEqual(others);
  }
  // The last runs are deleted, and others get their numbers: a full block fills again, with other times.
  const deleted = numbers.filter((n) => n < 1_500 || n > 3_000);
  await expect(world.deleteRuns(deleted.map(toRunId))).resolves.toBe(deleted.length);
  const again = Array.from({ length: 500 }, (_, i) => 10_000 + i);
  await Promise.all(again.map((n) => createRun(world, n, 5)));
  await expect(list(world, { createdUntil: 10 })).resolves.toEqual(again.toReversed());
  await expect(list(world, { createdFrom: 2_000, createdUntil: 2_010 })).resolves.toEqual(
    expected(2_000, 2_010).filter((n) => n >= 1_500 && n <= 3_000),
  );
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
    const times = async (filter: Omit<RunFilter, 'limit'>): Promise<number> => {
      const taken: number[] = [];
      for (let i = 0; i < 9; i++) {
        const startedAt = performance.now();
        await world.listRuns({ ...filter, limit: 100 });
        taken.push(performance.now() - startedAt);
      }
      return taken.toSorted((a, b) => a - b)[4]!;
    };
    const newest = await times({});
    const long = 300_000_000;
    const filters: Omit<RunFilter, 'limit'>[] = [
      { createdUntil: long },
      { completedUntil: long },
      { statuses: ['completed', 'failed', 'cancelled'], completedUntil: 0 },
      { statuses: ['pending', 'running'] },
      { statuses: ['failed', 'cancelled'], createdUntil: long },
      { statuses: ['failed'], workflowId: toWorkflowId('calm') },
    ];
    for (const filter of filters) {
      // Whoever reads all runs of a status, or all that are newer, takes some ten to hundred times as long.
      expect(await times(filter), JSON.stringify(filter)).toBeLessThan(newest * 5 + 2);
    }
    await expect(world.listRuns({ createdUntil: long, limit: 1 })).resolves.toMatchObject({
      runs: [{ createdAt: long }],
    });
  });

  it('those of several states come in the order of their creation, over all pages', async () => {
    const world = await openLargeStore();
    const found = await list(world, { statuses: ['failed', 'pending', 'failed'], createdUntil: 60_000_000 }, 70);
    const expected = Array.from({ length: 1_000 }, (_, i) => 1_000 - i).filter((n) => [2, 4].includes(n % 10));
    expect(found).toEqual(expected);
  });
});
