/** Lists of runs by the time of their creation, and how long lists take among very many runs. */
import { expect } from 'vitest';
import type { WorkflowId } from '../../runtime/contract/ids.ts';
import type { RunFilter, World } from '../../runtime/world/world.ts';
import { completed, numbered, ORDER, started, toNewRun, toRunId, toWorkflowId } from './run-fixtures.ts';

/** More than one block of the table that finds them. */
const RUNS = 3_500;
/** Mostly in order, as several machines create them; and a machine whose clock was wrong for a while. */
const createdAtOf = (n: number): number => (n % 1_500 === 7 ? n - 1_400 : n + ((n * 7) % 5));

/**
 * Creates runs, lists them by time, deletes some and lists again.
 * @param unitMs The time between two runs.
 */
export async function expectRunsByTime(world: World, unitMs: number): Promise<void> {
  const createRun = (n: number, at = createdAtOf(n)): Promise<unknown> => {
    const { events, ...run } = toNewRun({ runId: toRunId(n), workflowId: n % 3 === 0 ? toWorkflowId('other') : ORDER });
    const [created] = events;
    return world.createRun({
      ...run,
      events: [{ ...created!, at: at * unitMs }, ...numbered(2, [started(), completed()])],
    });
  };

  /** All pages of a list, as the numbers of runs. */
  const list = async (from: number, until: number, filter: Partial<RunFilter> = {}): Promise<number[]> => {
    const found: number[] = [];
    const times = { createdFrom: from * unitMs, createdUntil: until * unitMs };
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await world.listRuns({ limit: 700, ...filter, ...times, ...(cursor !== undefined && { cursor }) });
      found.push(...page.runs.map(({ runId }) => Number(runId.slice('wrun_'.length))));
      cursor = page.cursor;
    }
    return found;
  };

  const numbers = Array.from({ length: RUNS }, (_, i) => i + 1);
  await Promise.all(numbers.map((n) => createRun(n)));
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
    await expect(list(from, until)).resolves.toEqual(expected(from, until));
    const others = expected(from, until).filter((n) => n % 3 === 0);
    await expect(list(from, until, { workflowId: toWorkflowId('other'), limit: 30 })).resolves.toEqual(others);
  }
  // The last runs are deleted, and SQLite gives their numbers to others: a full block fills again, with other times.
  const deleted = numbers.filter((n) => n < 1_500 || n > 3_000);
  await expect(world.deleteRuns(deleted.map(toRunId))).resolves.toBe(deleted.length);
  const again = Array.from({ length: 500 }, (_, i) => 10_000 + i);
  await Promise.all(again.map((n) => createRun(n, 5)));
  const newest = await list(0, 10);
  expect(newest).toHaveLength(again.length);
  expect(new Set(newest)).toEqual(new Set(again));
  await expect(list(2_000, 2_010)).resolves.toEqual(expected(2_000, 2_010).filter((n) => n >= 1_500 && n <= 3_000));
}

/**
 * Runs of any condition are found as quickly as the newest. The store has 200,000 runs: one of a minute, which took a
 * second each.
 * @param calm A workflow of which no run has failed.
 */
export async function expectQuickLists(world: World, calm: WorkflowId): Promise<void> {
  const timeOf = async (ask: () => Promise<unknown>): Promise<number> => {
    const taken: number[] = [];
    for (let i = 0; i < 9; i++) {
      const startedAt = performance.now();
      await ask();
      taken.push(performance.now() - startedAt);
    }
    // The quickest of them: others work on this machine, too.
    return Math.min(...taken);
  };
  const times = (filter: Omit<RunFilter, 'limit'>): Promise<number> =>
    timeOf(() => world.listRuns({ ...filter, limit: 100 }));
  const newest = await times({});
  const long = 300_000_000;
  const filters: Omit<RunFilter, 'limit'>[] = [
    { createdUntil: long },
    { completedUntil: long },
    { statuses: ['completed', 'failed', 'cancelled'], completedUntil: 0 },
    { statuses: ['pending', 'running'] },
    { statuses: ['failed', 'cancelled'], createdUntil: long },
    { statuses: ['failed'], workflowId: calm },
  ];
  for (const filter of filters) {
    // Whoever reads all runs of a status, or all that are newer, takes some ten to hundred times as long.
    expect(await times(filter), JSON.stringify(filter)).toBeLessThan(newest * 5 + 2);
  }
  // The page asks for them whenever it is opened, and so does a filter by a short name.
  expect(await timeOf(() => world.listWorkflowIds())).toBeLessThan(newest * 5 + 2);
  await expect(world.listRuns({ createdUntil: long, limit: 1 })).resolves.toMatchObject({
    runs: [{ createdAt: long }],
  });
}
