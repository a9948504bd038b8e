/** Takes runs for a worker. */
import type { RunId, WorkerId } from '../../contract/ids.ts';
import type { ClaimedRun } from '../world.ts';
import { readMessages } from './inbox.ts';
import { readEvents } from './read-run.ts';
import { findRow, hasEnded, toRecord, type RunRow } from './run-row.ts';
import type { Store } from './store.ts';
import { findWorker } from './workers.ts';

/** A worker by its public and its internal id. */
interface Claimant {
  workerId: WorkerId;
  owner: number;
}

/** A worker that is not known (any more) gets nothing: nobody would notice its end. */
export function claimDue(store: Store, workerId: WorkerId, now: number, limit: number): ClaimedRun[] {
  const owner = findWorker(store, workerId);
  if (owner === null) return [];
  const text = `SELECT * FROM runs WHERE owner IS NULL AND due_at IS NOT NULL AND due_at <= ?
    ORDER BY due_at, id LIMIT ?`;
  return store.all<RunRow>(text, now, limit).map((row) => claim(store, row, { workerId, owner }));
}

export function claimRun(store: Store, workerId: WorkerId, runId: RunId): ClaimedRun | null {
  const owner = findWorker(store, workerId);
  const row = findRow(store, runId);
  if (owner === null || !row || row.owner !== null || hasEnded(row)) return null;
  return claim(store, row, { workerId, owner });
}

function claim(store: Store, row: RunRow, { workerId, owner }: Claimant): ClaimedRun {
  const epoch = row.epoch + 1;
  store.run('UPDATE runs SET owner = ?, epoch = ? WHERE id = ?', owner, epoch, row.id);
  const run = toRecord({ ...row, epoch, worker_id: workerId });
  store.publish({ kind: 'run', runId: run.runId, status: run.status });
  return { run, journal: readEvents(store, row.id, 0), inbox: readMessages(store, row.id, 0) };
}

export function wakeParked(store: Store, now: number): void {
  const text =
    'UPDATE runs SET due_at = ? WHERE owner IS NULL AND due_at IS NOT NULL AND parked IS NOT NULL RETURNING id';
  if (store.all(text, now).length > 0) store.publish({ kind: 'due', dueAt: now });
}
