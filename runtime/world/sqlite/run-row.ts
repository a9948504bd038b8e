/** Runs as rows. */
import { fromColumns, type RunColumns } from '../rows/run-columns.ts';
import type { RunRecord } from '../world.ts';
import type { Store } from './store.ts';

/** A row of the table `runs`. */
export interface RunRow extends RunColumns {
  id: number;
  owner: number | null;
  due_at: number | null;
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

/** The id of a new run. That of a deleted run is not reused while any of its rows remain. */
export const NEXT_ID = `max(coalesce((SELECT max(id) FROM runs), 0), coalesce((SELECT max(run) FROM garbage), 0),
  coalesce((SELECT max(run) FROM arrivals), 0)) + 1`;

const VALUES = COLUMNS.map(() => '?').join(', ');
const INSERT_RUN = `INSERT INTO runs (id, ${COLUMNS.join(', ')}) VALUES (${NEXT_ID}, ${VALUES})`;
const INSERT_ARRIVED = `INSERT INTO runs (id, ${COLUMNS.join(', ')}) VALUES (?, ${VALUES})`;

/** Inserts a row and returns it with its id. @param arrived The id that was kept for it. Default: a new one. */
export function insertRun(store: Store, row: Omit<RunRow, 'id'>, arrived: number | null = null): RunRow {
  const cells = COLUMNS.map((column) => row[column]);
  const { lastId: id } =
    arrived === null ? store.run(INSERT_RUN, ...cells) : store.run(INSERT_ARRIVED, arrived, ...cells);
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
export const toRecord = (row: OwnedRunRow): RunRecord => fromColumns(row, { owner: row.worker_id, dueAt: row.due_at });
