/** Counts and workers of several databases, as of one. */
import type { RunCount, WorkerRecord } from '../world.ts';
import { INTERNAL } from './internal-runs.ts';

/** Adds up what databases answered to `World.countRuns`. */
export function mergeRunCounts(found: readonly RunCount[]): RunCount[] {
  const counts = new Map<string, RunCount>();
  for (const count of found) {
    if (count.workflowId === INTERNAL) continue;
    const name = JSON.stringify([count.workflowId, count.status]);
    const known = counts.get(name) ?? { ...count, runs: 0 };
    counts.set(name, {
      ...known,
      runs: known.runs + count.runs,
      oldestAt: Math.min(known.oldestAt, count.oldestAt),
    });
  }
  return [...counts.values()];
}

/** A worker joins every database, and is given up by each for itself. */
export function mergeWorkers(found: readonly WorkerRecord[]): WorkerRecord[] {
  const workers = new Map<string, WorkerRecord>();
  for (const worker of found) {
    const known = workers.get(worker.workerId) ?? { ...worker, runs: 0, steps: 0 };
    workers.set(worker.workerId, {
      ...known,
      leaseUntil: Math.max(known.leaseUntil, worker.leaseUntil),
      runs: known.runs + worker.runs,
      steps: known.steps + worker.steps,
    });
  }
  return [...workers.values()].sort((one, other) => (one.workerId < other.workerId ? -1 : 1));
}
