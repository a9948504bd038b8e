/** Puts other values into rows that exist: each only where the value is still as it was read. */
import type { JournalEvent } from '../../journal/events.ts';
import type { HookRecord, InboxContent, InboxMessage, ValueChange } from '../world.ts';
import { toEventId } from './event-places.ts';
import { toEventCells } from '../rows/event-row.ts';
import { rewriteReceipt } from './receipts.ts';
import { findRow } from './run-row.ts';
import type { Store } from './store.ts';
import type { RunId } from '../../contract/ids.ts';

/** See `World.rewriteValues`. */
export function rewriteValues(store: Store, runId: RunId, changes: readonly ValueChange[]): void {
  const run = findRow(store, runId);
  if (!run) return;
  for (const change of changes) {
    if (change.kind === 'event') rewriteEvent(store, run.id, change);
    else if (change.kind === 'message') rewriteMessage(store, run.id, change);
    else if (change.kind === 'hook') rewriteHook(store, run.id, change);
    else if (change.kind === 'receipt') rewriteReceipt(store, change);
    else rewriteChunk(store, run.id, change);
  }
}

interface Change<Value> {
  before: Value;
  after: Value;
}

/** A row is reused for a later event of the same run, so all its columns must be the same. */
const UPDATE_EVENT = `UPDATE events SET payload = ?, more = ?
  WHERE id = ? AND at IS ? AND type IS ? AND call IS ? AND attempt IS ? AND time IS ? AND name IS ? AND payload IS ?
    AND more IS ?`;

function rewriteEvent(store: Store, run: number, { before, after }: Change<JournalEvent>): void {
  const [payload, more] = toEventCells(after).slice(-2);
  store.run(UPDATE_EVENT, payload!, more!, toEventId(run, before.seq), ...toEventCells(before));
}

function rewriteMessage(store: Store, run: number, { before, after }: Change<InboxMessage>): void {
  const text = 'UPDATE inbox SET payload = ? WHERE run = ? AND n = ? AND payload IS ?';
  store.run(text, payloadOf(after.content), run, before.n, payloadOf(before.content));
}

const payloadOf = (content: InboxContent): string | null => ('payload' in content ? (content.payload ?? null) : null);

function rewriteHook(store: Store, run: number, { before, after }: Change<HookRecord>): void {
  const text = `UPDATE hooks SET webhook = ?, metadata = ?
    WHERE token = ? AND run = ? AND call = ? AND webhook IS ? AND metadata IS ?`;
  const { token, call } = before;
  store.run(text, toSettings(after), after.metadata, token, run, call, toSettings(before), before.metadata);
}

const toSettings = ({ webhook }: HookRecord): string | null => (webhook === null ? null : JSON.stringify(webhook));

function rewriteChunk(store: Store, run: number, change: Extract<ValueChange, { kind: 'chunk' }>): void {
  const { stream, index, before, after } = change;
  const text = `UPDATE chunks SET data = ? WHERE n = ? AND data = coalesce(?, x'')
    AND stream = (SELECT id FROM streams WHERE run = ? AND name = ?)`;
  store.run(text, after, index, before, run, stream);
}
