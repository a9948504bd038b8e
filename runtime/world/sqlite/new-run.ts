/** New runs, and the rows that a commit adds. */
import type { JournalEvent } from '../../journal/events.ts';
import type { CommitProjection } from '../../journal/projection.ts';
import { toExpiry } from '../commit-rules.ts';
import { worldError } from '../messages.ts';
import type { NewRun } from '../world.ts';
import { writeAttributes } from './attributes.ts';
import { noteCreation } from './creation-times.ts';
import { EVENTS_PER_RUN_MAX } from '../commit-rules.ts';
import { toEventId } from './event-places.ts';
import { EVENT_COLUMNS, toEventCells } from '../rows/event-row.ts';
import { writeHooks } from './hooks.ts';
import { insertRun, type RunRow } from './run-row.ts';
import { readAttributes } from '../rows/attributes-column.ts';
import { firstWakeAt, toFirstColumns } from '../rows/run-columns.ts';
import { fromStatusCode, hasEnded } from '../rows/run-status.ts';
import type { Store } from './store.ts';
import { findWorker } from './workers.ts';

const INSERT_EVENT = `INSERT INTO events (id, ${EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Inserts a run whose conditions hold, with the effects of its first events. */
export function insertNewRun(store: Store, run: NewRun, projection: CommitProjection): void {
  const worker = run.owner === null ? null : findWorker(store, run.owner);
  const row = insertRun(store, toFirstRow(run, projection, worker));
  noteCreation(store, row.id);
  insertEvents(store, row, run.events, 2);
  writeHooks(store, row.id, projection);
  writeAttributes(store, row.id, readAttributes(row.attributes));
  publishRun(store, row);
}

/**
 * Inserts events of a run, without those that it drops because it begins anew after them. Throws `world_journal_full`
 * when they do not fit.
 * @param row The run as it is after them.
 * @param firstSeq The first event that the run still has, besides `run_created`.
 */
export function insertEvents(
  store: Store,
  { id, run_id: runId, base_seq: baseSeq }: RunRow,
  events: readonly JournalEvent[],
  firstSeq: number,
): void {
  const isFull = (events.at(-1)?.seq ?? 0) - firstSeq + 2 > EVENTS_PER_RUN_MAX;
  if (isFull) throw worldError('world_journal_full', { runId, eventsMax: EVENTS_PER_RUN_MAX });
  for (const event of events) {
    const { seq } = event;
    if (seq === 1 || seq >= baseSeq) insertEvent(store, toEventId(id, seq), event);
  }
}

/** Inserts one event. @param id See `event-places.ts`. */
export function insertEvent(store: Store, id: number, event: JournalEvent): void {
  store.run(INSERT_EVENT, id, ...toEventCells(event));
}

/** A row with the consequences of the run's end, if it has ended: it has no owner, is never due, and may be purged. */
export function withEnd<Row extends Omit<RunRow, 'id'>>(row: Row): Row {
  if (!hasEnded(row)) return row;
  return { ...row, owner: null, due_at: null, expires_at: toExpiry(row.completed_at, row.retention_ms) };
}

/** Tells subscribers that a run has changed, and that it is due if it has no owner. */
export function publishRun(store: Store, row: RunRow): void {
  store.publish({ kind: 'run', runId: row.run_id, status: fromStatusCode(row.status) });
  if (row.owner === null && row.due_at !== null) store.publish({ kind: 'due', dueAt: row.due_at });
}

/**
 * `worker`: internal id of the owner; also `null` when that worker was given up, so that another worker takes the run.
 */
function toFirstRow(run: NewRun, projection: CommitProjection, worker: number | null): Omit<RunRow, 'id'> {
  const isOrphan = run.owner !== null && worker === null;
  const columns = toFirstColumns(run, projection, isOrphan);
  return withEnd({ ...columns, owner: worker, due_at: firstWakeAt(run, isOrphan) });
}
