/** Runs as rows. */
import type { RunRecord } from '../world.ts';
import { fromColumns, type RunColumns } from '../rows/run-columns.ts';
import type { Session } from './session.ts';
import { fromTextCell } from './text-cell.ts';

/** A row of the table `runs`. */
export interface RunTableRow extends RunColumns {
  id: number;
  owner: RunRecord['owner'];
  wake_at: number | null;
  due_at: number | null;
  /** Steps of it were offered to other workers at some time. */
  has_offers: boolean;
}

/** The row of a run by its public id. */
export const findRow = (session: Session, runId: string): Promise<RunTableRow | undefined> =>
  session.first<RunTableRow>('select * from @runs where run_id = $1', [toRunIdCell(runId)]);

/**
 * Takes several runs at once, in the order of their numbers: those who took them one after the other would wait for
 * each other in a circle. Unknown ids are left out.
 */
export const lockRows = (session: Session, runIds: readonly string[]): Promise<RunTableRow[]> =>
  session.all<RunTableRow>('select * from @runs where run_id = any($1) order by id for update', [
    runIds.map(toRunIdCell),
  ]);

/** Ids come from outside, too: no run has one that the database could not hold. */
export const toRunIdCell = (runId: string): string => (runId.includes('\0') ? '' : runId);

/** The record of a row, as `World` gives it. */
export const toRecord = (row: RunTableRow): RunRecord => ({
  ...fromColumns(row, { owner: row.owner, dueAt: row.wake_at }),
  key: row.key === null ? null : fromTextCell(row.key),
});
