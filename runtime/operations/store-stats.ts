/** The state of a store at one moment. */
import type { Clock } from '../contract/clock.ts';
import type { World } from '../world/world.ts';
import { shortNameOf } from './short-name.ts';
import type { ParkedItem, StoreStats, WorkerItem } from './items.ts';

const PAGE_RUNS = 1_000;

/** Reads it. */
export async function readStats(world: World, clock: Clock): Promise<StoreStats> {
  const now = clock.now();
  const counts = await world.countRuns();
  const pending = counts.filter(({ status }) => status === 'pending').map(({ oldestAt }) => oldestAt);
  return {
    kind: world.kind,
    at: new Date(now).toISOString(),
    counts: counts
      .map(({ workflowId, status, runs, oldestAt }) => ({
        workflowName: workflowId as string,
        shortName: shortNameOf(workflowId),
        status,
        runs,
        oldestAt: new Date(oldestAt).toISOString(),
      }))
      .sort((one, other) => other.runs - one.runs),
    oldestPendingAt: pending.length === 0 ? null : new Date(Math.min(...pending)).toISOString(),
    parked: await groupParked(world),
    workers: await readWorkers(world, now),
    oldestDueAt: await findOldestDue(world, now),
    answerMs: await measureAnswer(world, clock),
    ...(await world.measure()),
  };
}

/** Workers take at once what is due. @param now Milliseconds since the epoch. */
async function findOldestDue(world: World, now: number): Promise<string | null> {
  const dueAt = await world.nextDueAt();
  return dueAt !== null && dueAt < now ? new Date(dueAt).toISOString() : null;
}

/** How long a small question takes. The first one of a process would also wait for the store to be opened. */
async function measureAnswer(world: World, clock: Clock): Promise<number> {
  const askedAt = clock.now();
  await world.nextDueAt();
  return Math.round(clock.now() - askedAt);
}

/** The workers that the store knows. @param now Milliseconds since the epoch. */
export async function readWorkers(world: World, now: number): Promise<WorkerItem[]> {
  const workers = await world.listWorkers(now);
  return workers.map(({ workerId, leaseUntil, runs, steps }) => ({
    workerId,
    leaseUntil: new Date(leaseUntil).toISOString(),
    isAlive: leaseUntil >= now,
    runs,
    steps,
  }));
}

async function groupParked(world: World): Promise<ParkedItem[]> {
  const groups = new Map<string, ParkedItem>();
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await world.listRuns({ isParked: true, limit: PAGE_RUNS, ...(cursor !== undefined && { cursor }) });
    for (const { parked } of page.runs) {
      if (!parked) continue;
      const known = groups.get(parked.code) ?? { code: parked.code, message: parked.message, runs: 0 };
      groups.set(parked.code, { ...known, runs: known.runs + 1 });
    }
    cursor = page.cursor;
  }
  return [...groups.values()].sort((one, other) => other.runs - one.runs);
}
