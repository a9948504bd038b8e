/** Runs as rows. */
import type { RunStatus } from '../../journal/events.ts';
import type { RunRecord } from '../world.ts';
import type { Store } from './store.ts';

/** A status is stored as its place in this list, which only grows; the schema's index names 2. */
const STATUSES: readonly RunStatus[] = ['pending', 'running', 'completed', 'failed', 'cancelled'];

export const toStatusCode = (status: RunStatus): number => STATUSES.indexOf(status);
export const fromStatusCode = (code: number): RunStatus => STATUSES[code]!;

export interface RunRow {
  id: number;
  run_id: RunRecord['runId'];
  workflow_id: RunRecord['workflowId'];
  build_id: RunRecord['buildId'];
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

export const toRecord = (row: OwnedRunRow): RunRecord => ({
  runId: row.run_id,
  workflowId: row.workflow_id,
  buildId: row.build_id,
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
