/** The journal's writes. */
import { projectCommit, type CommitProjection } from '../../journal/projection.ts';
import { acceptsInOrder, findKeyConflict } from '../commit-rules.ts';
import type { CommitOutcome, CreateOutcome, NewRun, Outbox, RunCommit } from '../world.ts';
import { replaceAttributes } from './attributes.ts';
import { trimHistory } from './histories.ts';
import { checkTokens, closeOnceHooks, writeHooks } from './hooks.ts';
import { deliver, removeMessages } from './inbox.ts';
import { insertEvents, insertNewRun, publishRun, withEnd } from './new-run.ts';
import { findRow, updateRun, type RunRow } from './run-row.ts';
import { nextWakeAt, toNextColumns } from '../rows/run-columns.ts';
import { hasEnded } from '../rows/run-status.ts';
import type { Store } from './store.ts';
import { appendsHaveMoved, carryAppends } from './streams.ts';

/** See `World.createRun`. */
export function createRun(store: Store, run: NewRun): CreateOutcome {
  const { runId, events, appends = [], outbox } = run;
  if (findRow(store, runId)) return { ok: false, reason: 'exists' };
  const projection = projectCommit(events);
  const holder = findKeyHolder(store, projection);
  const heldBy = findKeyConflict(holder?.run_id ?? null, run);
  if (heldBy) return { ok: false, reason: 'key_taken', heldBy };
  const conflicts = checkTokens(store, runId, projection);
  if (conflicts.length > 0) return { ok: false, reason: 'tokens_taken', conflicts };
  if (appendsHaveMoved(store, appends)) return { ok: false, reason: 'moved' };

  if (holder) store.run('UPDATE runs SET key = NULL WHERE id = ?', holder.id);
  insertNewRun(store, run, projection);
  carryAppends(store, runId, appends);
  if (outbox) carryOut(store, outbox);
  return { ok: true };
}

/** See `World.commit`. */
export function commitRun(store: Store, commit: RunCommit): CommitOutcome {
  const { runId, events, accepts = [], appends = [], outbox } = commit;
  const row = findRow(store, runId);
  const isOwner = row && row.owner !== null && row.epoch === commit.epoch && row.seq === commit.afterSeq;
  if (!isOwner || !acceptsInOrder(commit, row.inbox_last)) return { ok: false, reason: 'fenced' };
  const projection = projectCommit(events);
  const conflicts = checkTokens(store, runId, projection);
  if (conflicts.length > 0) return { ok: false, reason: 'tokens_taken', conflicts };
  if (appendsHaveMoved(store, appends)) return { ok: false, reason: 'moved' };

  const next = toNextRow(row, commit, projection);
  insertEvents(store, next, events, trimHistory(store, row, next, events.length));
  closeOnceHooks(store, row.id, accepts);
  writeHooks(store, row.id, projection);
  const lastGone = hasEnded(next) ? row.inbox_last : next.inbox_taken;
  if (row.inbox_last > row.inbox_taken && lastGone > row.inbox_taken) removeMessages(store, row.id, lastGone);
  updateRun(store, row, next);
  if (projection.attributes) replaceAttributes(store, row.id, row.attributes, projection.attributes);
  publishRun(store, next);
  carryAppends(store, runId, appends);
  if (outbox) carryOut(store, outbox);
  return { ok: true };
}

/** The run that holds the key which a new run is created with. */
function findKeyHolder(store: Store, { created }: CommitProjection): Pick<RunRow, 'id' | 'run_id'> | undefined {
  const key = created?.key ?? null;
  return key === null ? undefined : store.first('SELECT id, run_id FROM runs WHERE key = ?', key);
}

function toNextRow(row: RunRow, commit: RunCommit, projection: CommitProjection): RunRow {
  const next = toNextColumns(row, commit, projection);
  return withEnd({ ...row, ...next, owner: commit.release ? null : row.owner, due_at: nextWakeAt(commit, next) });
}

/** Executes the effects of a commit on other runs. Runs come first, so that a message may be for one of them. */
function carryOut(store: Store, { runs, messages }: Outbox): void {
  for (const run of runs) if (!findRow(store, run.runId)) insertNewRun(store, run, projectCommit(run.events));
  for (const { runId, content, at } of messages) deliver(store, runId, content, at);
}
