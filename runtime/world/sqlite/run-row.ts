/** Runs as rows. */
import { isTerminal, type RunStatus } from '../../journal/events.ts';
import type { RunRecord } from '../world.ts';
import type { Store } from './store.ts';

/**
 * A status is stored as its position in this list, which only grows: an index of the schema names 2, a migration 0 and
 * 1.
 */
const STATUSES: readonly RunStatus[] = ['pending', 'running', 'completed', 'failed', 'cancelled'];

/** The number of a status in the file. */
export const toStatusCode = (status: RunStatus): number => STATUSES.indexOf(status);
/** The status of a number in the file. */
export const fromStatusCode = (code: number): RunStatus => STATUSES[code]!;
/** Whether the run of a row has ended. */
export const hasEnded = ({ status }: { status: number }): boolean => isTerminal(fromStatusCode(status));

/** In the column `abandoned`: the last owner was lost at an unknown time. */
export const ABANDONED_SOME_TIME = 1;

/** A row of the table `runs`. */
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
  key: string | null;
  /** JSON. */
  attributes: string | null;
  parent: string | null;
  paused_at: number | null;
  base_seq: number;
  /** How long the run is kept after its end; `null`: for ever. */
  retention_ms: number | null;
  expires_at: number | null;
  /** 0: given back; {@link ABANDONED_SOME_TIME}; else when its last owner was found to be lost. */
  abandoned: number;
}

/** A row with the public id of the owner. */
export type OwnedRunRow = RunRow & { worker_id: RunRecord['owner'] };

/** Selects {@link OwnedRunRow}; add a condition. */
export const SELECT_OWNED_RUNS = 'SELECT runs.*, worker_id FROM runs LEFT JOIN workers ON workers.id = owner';

/** The row of a run by its public id. */
export const findRow = (store: Store, runId: string): RunRow | undefined =>
  store.first<RunRow>('SELECT * FROM runs WHERE run_id = ?', runId);

/** The columns of {@link RunRow} except `id`. */
const COLUMNS = [
  'run_id',
  'workflow_id',
  'build_id',
  'status',
  'created_at',
  'started_at',
  'completed_at',
  'seq',
  'epoch',
  'owner',
  'due_at',
  'inbox_last',
  'inbox_taken',
  'parked',
  'key',
  'attributes',
  'parent',
  'paused_at',
  'base_seq',
  'retention_ms',
  'expires_at',
  'abandoned',
] as const satisfies readonly (keyof RunRow)[];

/** The id of a deleted run is not reused while any of its rows remain. */
const INSERT_RUN = `INSERT INTO runs (id, ${COLUMNS.join(', ')}) VALUES (
  max(coalesce((SELECT max(id) FROM runs), 0), coalesce((SELECT max(run) FROM garbage), 0)) + 1,
  ${COLUMNS.map(() => '?').join(', ')})`;

/** Inserts a row and returns it with its new id. */
export function insertRun(store: Store, row: Omit<RunRow, 'id'>): RunRow {
  const { lastId: id } = store.run(INSERT_RUN, ...COLUMNS.map((column) => row[column]));
  return { id, ...row };
}

/** Writes the columns that a commit can change. */
export function updateRun(store: Store, before: RunRow, row: RunRow): void {
  store.run(
    `UPDATE runs SET build_id = ?, started_at = ?, completed_at = ?, seq = ?, owner = ?, due_at = ?, inbox_last = ?,
     inbox_taken = ?, base_seq = ?, abandoned = ? WHERE id = ?`,
    row.build_id,
    row.started_at,
    row.completed_at,
    row.seq,
    row.owner,
    row.due_at,
    row.inbox_last,
    row.inbox_taken,
    row.base_seq,
    row.abandoned,
    row.id,
  );
  if (INDEXED.some((column) => row[column] !== before[column])) {
    store.run(UPDATE_INDEXED, ...INDEXED.map((column) => row[column]), row.id);
  }
}

/**
 * Written separately, because naming these columns rewrites their indexes, and nearly all commits leave them unchanged.
 */
const INDEXED = ['status', 'parked', 'paused_at', 'expires_at'] as const satisfies readonly (keyof RunRow)[];
const UPDATE_INDEXED = `UPDATE runs SET ${INDEXED.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`;

/** The record of a row, as `World` gives it. */
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
  key: row.key,
  attributes: row.attributes === null ? {} : JSON.parse(row.attributes),
  parent: row.parent as RunRecord['parent'],
  pausedAt: row.paused_at,
  baseSeq: row.base_seq,
  expiresAt: row.expires_at,
});
