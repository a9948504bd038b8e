/** Runs as rows. */
import { isTerminal, type RunStatus } from '../../journal/events.ts';
import type { RunRecord } from '../world.ts';
import type { Store } from './store.ts';

/** A status is stored as its place in this list, which only grows; the schema's index names 2. */
const STATUSES: readonly RunStatus[] = ['pending', 'running', 'completed', 'failed', 'cancelled'];

export const toStatusCode = (status: RunStatus): number => STATUSES.indexOf(status);
export const fromStatusCode = (code: number): RunStatus => STATUSES[code]!;
export const hasEnded = ({ status }: { status: number }): boolean => isTerminal(fromStatusCode(status));

export interface RunRow {
  id: number;
  run_id: RunRecord['runId'];
  workflow_id: RunRecord['workflowId'];
  build_id: string | null;
  status: number;
  created_at: number;
  started_at: number | null;
  completed_at: number | null;
  seq: number;
  epoch: number;
  owner: number | null;
  due_at: number | null;
  inbox_last: number;
  inbox_taken: number;
  parked: string | null;
}

/** With the public id of the owner. */
export type OwnedRunRow = RunRow & { worker_id: RunRecord['owner'] };

/** Gives {@link OwnedRunRow}; add a condition. */
export const SELECT_OWNED_RUNS = 'SELECT runs.*, worker_id FROM runs LEFT JOIN workers ON workers.id = owner';

export const findRow = (store: Store, runId: string): RunRow | undefined =>
  store.first<RunRow>('SELECT * FROM runs WHERE run_id = ?', runId);

/** Returns the row with its new id. */
export function insertRun(store: Store, row: Omit<RunRow, 'id'>): RunRow {
  const { lastId: id } = store.run(
    'INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    row.run_id,
    row.workflow_id,
    row.build_id,
    row.status,
    row.created_at,
    row.started_at,
    row.completed_at,
    row.seq,
    row.epoch,
    row.owner,
    row.due_at,
    row.inbox_last,
    row.inbox_taken,
    row.parked,
  );
  return { id, ...row };
}

/** Writes what a commit can change. */
export function updateRun(store: Store, before: RunRow, row: RunRow): void {
  store.run(
    `UPDATE runs SET build_id = ?, started_at = ?, completed_at = ?, seq = ?, owner = ?, due_at = ?, inbox_taken = ?,
     parked = ? WHERE id = ?`,
    row.build_id,
    row.started_at,
    row.completed_at,
    row.seq,
    row.owner,
    row.due_at,
    row.inbox_taken,
    row.parked,
    row.id,
  );
  // Apart, because naming it writes its index, and nearly all commits leave it as it is.
  if (row.status !== before.status) store.run('UPDATE runs SET status = ? WHERE id = ?', row.status, row.id);
}

export const toRecord = (row: OwnedRunRow): RunRecord => ({
  runId: row.run_id,
  workflowId: row.workflow_id,
  buildId: row.build_id as RunRecord['buildId'],
  status: fromStatusCode(row.status),
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
  seq: row.seq,
  epoch: row.epoch,
  owner: row.worker_id,
  dueAt: row.due_at,
  inboxTaken: row.inbox_taken,
  parked: row.parked === null ? null : JSON.parse(row.parked),
});
