/** Runs that come from another store. */
import { toStoredColumns } from '../rows/run-columns.ts';
import { worldError } from '../messages.ts';
import type { ArrivalOutcome, ArrivingRun, RunPart, StoredRun, StoredStream } from '../world.ts';
import { writeAttributes } from './attributes.ts';
import { noteCreation, noteLateCreation } from './creation-times.ts';
import { toEventId } from './event-places.ts';
import { findHook, insertHook } from './hooks.ts';
import { insertMessage } from './inbox.ts';
import { insertEvent, publishRun } from './new-run.ts';
import { findReceipt, keepReceipt } from './receipts.ts';
import { findRow, insertRun, NEXT_ID, type RunRow } from './run-row.ts';
import type { Store } from './store.ts';
import { saveRange } from './step-chunks.ts';
import { createStream, findStream, INSERT_CHUNK } from './streams.ts';

/** See `World.stageRun`. A stage is the id that the run will have. */
export function stageRun(store: Store, part: RunPart, stage: number | null): number {
  if (stage !== null) assertStaged(store, stage);
  const run = stage ?? store.run(`INSERT INTO arrivals VALUES (${NEXT_ID})`).lastId;
  addRows(store, run, part);
  return run;
}

function assertStaged(store: Store, stage: number): void {
  if (store.first('SELECT 1 FROM arrivals WHERE run = ?', stage)) return;
  throw worldError('world_stage_gone', { store: store.paths.file });
}

/** See `World.dropStages`. The rows are removed by the next sweep. */
export function dropStages(store: Store): void {
  store.run('INSERT OR IGNORE INTO garbage SELECT run FROM arrivals');
  store.run('DELETE FROM arrivals');
}

/** See `World.insertRuns`. */
export const insertRuns = (store: Store, runs: readonly ArrivingRun[]): ArrivalOutcome[] =>
  runs.map((arriving) => {
    if (arriving.stage !== null) assertStaged(store, arriving.stage);
    const refusal = findRefusal(store, arriving.run);
    if (refusal) return refusal;
    insert(store, arriving);
    return { ok: true };
  });

function findRefusal(store: Store, { record, hooks, receipts }: StoredRun): ArrivalOutcome | null {
  if (findRow(store, record.runId)) return { ok: false, reason: 'exists' };
  const byKey = record.key === null ? undefined : store.first<RunRow>('SELECT * FROM runs WHERE key = ?', record.key);
  if (byKey) return { ok: false, reason: 'key_taken', heldBy: byKey.run_id };
  for (const { token } of hooks) {
    const hook = findHook(store, token);
    if (hook) return { ok: false, reason: 'token_taken', heldBy: hook.runId };
  }
  for (const { token, receipt } of receipts) {
    const kept = findReceipt(store, token, receipt.id);
    if (kept) return { ok: false, reason: 'receipt_taken', heldBy: kept.runId };
  }
  return null;
}

function insert(store: Store, { run, stage, ...part }: ArrivingRun): void {
  const { record, inbox, hooks, receipts, streams } = run;
  const row = insertRun(store, toRow(run), stage);
  noteCreation(store, row.id);
  if (stage !== null) {
    store.run('DELETE FROM arrivals WHERE run = ?', stage);
    noteLateCreation(store, row.id, record.createdAt);
  }
  addRows(store, row.id, part);
  for (const stream of streams) finishStream(store, row.id, stream);
  for (const message of inbox) insertMessage(store, row.id, message);
  for (const hook of hooks) insertHook(store, row.id, hook);
  for (const { token, receipt } of receipts) keepReceipt(store, token, { runId: record.runId, receipt });
  writeAttributes(store, row.id, record.attributes);
  publishRun(store, row);
}

function addRows(store: Store, run: number, { events, chunks: lists }: RunPart): void {
  for (const event of events) insertEvent(store, toEventId(run, event.seq), event);
  for (const { stream: name, from, chunks } of lists) {
    const { id } = findStream(store, run, name) ?? createStream(store, run, name);
    for (const [i, chunk] of chunks.entries()) if (chunk !== null) store.run(INSERT_CHUNK, id, from + i, chunk);
  }
}

function finishStream(store: Store, run: number, { stream: name, nextIndex, closed, writers }: StoredStream): void {
  const { id } = findStream(store, run, name) ?? createStream(store, run, name);
  store.run('UPDATE streams SET next_index = ?, closed = ? WHERE id = ?', nextIndex, Number(closed), id);
  for (const { runId, call, epoch, attempt, ranges } of writers) {
    const text = 'INSERT INTO chunk_writers (stream, run_id, call, epoch, attempt) VALUES (?, ?, ?, ?, ?)';
    const { lastId: writer } = store.run(text, id, runId, call, epoch, attempt);
    for (const range of ranges) saveRange(store, writer, range);
  }
}

const toRow = (stored: StoredRun): Omit<RunRow, 'id'> => ({
  ...toStoredColumns(stored),
  owner: null,
  due_at: stored.record.dueAt,
});
