/** The journal's writes. */
import type { RunId } from '../../contract/ids.ts';
import { isTerminal } from '../../journal/events.ts';
import { projectCommit, type CommitProjection } from '../../journal/projection.ts';
import {
  acceptsInOrder,
  assertCommit,
  assertNewRun,
  closesHook,
  findConflicts,
  findKeyConflict,
} from '../commit-rules.ts';
import { RECEIPT_KEPT_MS } from '../records.ts';
import type { CommitOutcome, CreateOutcome, NewRun, Outbox, RunCommit } from '../world.ts';
import { deliver } from './inbox.ts';
import { applyCommit, createMemoryRun, type MemoryRun } from './memory-run.ts';
import type { MemoryState } from './memory-state.ts';
import { forgetOffers } from './offers.ts';
import { appendsHaveMoved, carryAppends } from './streams.ts';

/** See {@link World.createRun}. */
export function createRun(state: MemoryState, run: NewRun): CreateOutcome {
  const { runId, events, appends = [], outbox } = run;
  assertNewRun(run);
  if (state.runs.has(runId)) return { ok: false, reason: 'exists' };
  const projection = projectCommit(events);
  const holder = findKeyHolder(state, projection);
  const heldBy = findKeyConflict(holder?.record.runId ?? null, run);
  if (heldBy) return { ok: false, reason: 'key_taken', heldBy };
  const conflicts = findConflicts(runId, projection, (token) => state.hooks.get(token) ?? null);
  if (conflicts.length > 0) return { ok: false, reason: 'tokens_taken', conflicts };
  if (appendsHaveMoved(state, appends)) return { ok: false, reason: 'moved' };

  if (holder) holder.record.key = null;
  insertRun(state, run, projection);
  carryAppends(state, runId, appends);
  if (outbox) carryOut(state, outbox);
  return { ok: true };
}

/** See {@link World.commit}. */
export function commitRun(state: MemoryState, commit: RunCommit): CommitOutcome {
  const { runId, epoch, afterSeq, events, accepts = [], appends = [], outbox } = commit;
  assertCommit(commit);
  const run = state.runs.get(runId);
  const isOwner = run && run.record.owner !== null && run.record.epoch === epoch && run.record.seq === afterSeq;
  if (!isOwner || !acceptsInOrder(commit, run.inboxLast)) return { ok: false, reason: 'fenced' };
  const projection = projectCommit(events);
  const conflicts = findConflicts(runId, projection, (token) => state.hooks.get(token) ?? null);
  if (conflicts.length > 0) return { ok: false, reason: 'tokens_taken', conflicts };
  if (appendsHaveMoved(state, appends)) return { ok: false, reason: 'moved' };

  closeOnceHooks(state, runId, accepts);
  applyHooks(state, runId, projection);
  applyCommit(run, commit, projection);
  state.publishRun(run);
  carryAppends(state, runId, appends);
  if (outbox) carryOut(state, outbox);
  return { ok: true };
}

/** See {@link World.deleteRuns}. */
export function deleteRuns(state: MemoryState, runIds: readonly RunId[]): number {
  const ended = new Set(runIds).values().filter((runId) => {
    const run = state.runs.get(runId);
    return run !== undefined && isTerminal(run.record.status);
  });
  let count = 0;
  for (const runId of ended) {
    state.runs.delete(runId);
    forgetOffers(state, runId);
    for (const [key, kept] of state.receipts) if (kept.runId === runId) state.receipts.delete(key);
    state.publish({ kind: 'run', runId, status: null });
    count += 1;
  }
  return count;
}

function forgetReceipts({ receipts, runs }: MemoryState, before: number): void {
  for (const [key, { runId, receipt, at }] of receipts) {
    if (at >= before) continue;
    receipts.delete(key);
    if (receipt.replyStream !== null) runs.get(runId)?.streams.delete(receipt.replyStream);
  }
}

/** See {@link World.purgeExpired}. */
export function purgeExpired(state: MemoryState, now: number, limit: number): number {
  forgetReceipts(state, now - RECEIPT_KEPT_MS);
  const expired = [...state.runs.values()]
    .filter(({ record }) => record.expiresAt !== null && record.expiresAt <= now)
    .sort((a, b) => a.record.expiresAt! - b.record.expiresAt!);
  return deleteRuns(
    state,
    expired.slice(0, limit).map(({ record }) => record.runId),
  );
}

function findKeyHolder(state: MemoryState, { created }: CommitProjection): MemoryRun | undefined {
  const key = created?.key ?? null;
  return key === null ? undefined : state.runs.values().find(({ record }) => record.key === key);
}

function insertRun(state: MemoryState, run: NewRun, projection: CommitProjection): void {
  const position = ++state.runsCreated;
  const ownerLives = run.owner !== null && state.workers.has(run.owner);
  const created = createMemoryRun(run, projection, { position, ownerLives });
  state.runs.set(run.runId, created);
  applyHooks(state, run.runId, projection);
  state.publishRun(created);
}

function carryOut(state: MemoryState, { runs, messages }: Outbox): void {
  for (const run of runs) if (!state.runs.has(run.runId)) insertRun(state, run, projectCommit(run.events));
  for (const { runId, content, at } of messages) deliver(state, runId, content, at);
}

function closeOnceHooks({ hooks }: MemoryState, runId: RunId, calls: readonly number[]): void {
  for (const { token, runId: holder, call, once } of hooks.values()) {
    if (holder === runId && once && calls.includes(call)) hooks.delete(token);
  }
}

function applyHooks({ hooks }: MemoryState, runId: RunId, projection: CommitProjection): void {
  for (const { token, runId: holder, call } of hooks.values()) {
    if (holder === runId && closesHook(projection, call)) hooks.delete(token);
  }
  for (const { token, call, at, webhook = null, once = false, payload: metadata = null } of projection.openedHooks) {
    hooks.set(token, { runId, call, token, createdAt: at, webhook, once, metadata });
  }
}
