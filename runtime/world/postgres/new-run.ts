/** New runs. */
import type { CommitProjection } from '../../journal/projection.ts';
import { toExpiry } from '../commit-rules.ts';
import { readAttributes } from '../rows/attributes-column.ts';
import { firstWakeAt, toFirstColumns } from '../rows/run-columns.ts';
import { fromStatusCode, hasEnded } from '../rows/run-status.ts';
import type { NewRun } from '../world.ts';
import { writeAttributes } from './attributes.ts';
import { insertEvents } from './events.ts';
import { writeHooks } from './hooks.ts';
import type { RunTableRow } from './run-row.ts';
import type { Session } from './session.ts';
import { toTextCell } from './text-cell.ts';

/** The columns of a new run, in the order in which they are sent. */
export const NEW_RUN_COLUMNS = [
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
  'wake_at',
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
] as const satisfies readonly (keyof RunTableRow)[];

const INSERT = `insert into @runs (${NEW_RUN_COLUMNS.join(', ')})
  values (${NEW_RUN_COLUMNS.map((_, i) => `$${i + 1}`).join(', ')}) on conflict do nothing returning id`;

/**
 * Inserts a run whose conditions hold, with the effects of its first events.
 * @param hasOwner Whether the worker that is to own it is known, see {@link toFirstRow}.
 * @returns Its number, for `noteCreations`; `null` when its id or key came to be there meanwhile.
 */
export async function insertNewRun(
  session: Session,
  run: NewRun,
  { projection, hasOwner }: { projection: CommitProjection; hasOwner: boolean },
): Promise<number | null> {
  const first = toFirstRow(run, projection, hasOwner);
  const inserted = await session.first<{ id: number }>(
    INSERT,
    NEW_RUN_COLUMNS.map((column) => first[column]),
  );
  if (!inserted) return null;
  const row = { id: inserted.id, ...first };
  await insertEvents(session, row, run.events);
  await writeHooks(session, row.id, projection);
  await writeAttributes(session, row.id, readAttributes(row.attributes));
  publishRun(session, row);
  return row.id;
}

/** A row with the consequences of the run's end, if it has ended: it has no owner, is never due, and may be purged. */
export function withEnd<Row extends Omit<RunTableRow, 'id'>>(row: Row): Row {
  if (!hasEnded(row)) return { ...row, due_at: row.owner === null ? row.wake_at : null };
  const expiresAt = toExpiry(row.completed_at, row.retention_ms);
  return { ...row, owner: null, wake_at: null, due_at: null, expires_at: expiresAt };
}

/** Tells subscribers that a run has changed, and that it is due if it has no owner. */
export function publishRun(session: Session, row: Pick<RunTableRow, 'run_id' | 'status' | 'due_at'>): void {
  session.publish({ kind: 'run', runId: row.run_id, status: fromStatusCode(row.status) });
  if (row.due_at !== null) session.publish({ kind: 'due', dueAt: row.due_at });
}

/** The row of a new run. @param hasOwner `false`: its owner was given up, so another worker takes the run. */
export function toFirstRow(run: NewRun, projection: CommitProjection, hasOwner: boolean): Omit<RunTableRow, 'id'> {
  const isOrphan = run.owner !== null && !hasOwner;
  const columns = toFirstColumns(run, projection, isOrphan);
  return withEnd({
    ...columns,
    key: columns.key === null ? null : toTextCell(columns.key),
    owner: isOrphan ? null : run.owner,
    wake_at: firstWakeAt(run, isOrphan),
    due_at: null,
    has_offers: false,
  });
}
