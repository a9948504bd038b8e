/** Moves runs into and out of a memory World. */
import type { RunId } from '../../contract/ids.ts';
import { isTerminal } from '../../journal/events.ts';
import { assertHoldable, HELD_SIGNS, toHeldError, worldError } from '../messages.ts';
import { byText } from '../text-order.ts';
import type * as W from '../world.ts';
import { releaseDead } from './claims.ts';
import { listReceipts, receiptKey } from './inbox.ts';
import { listHooks } from './lists.ts';
import type { MemoryRun } from './memory-run.ts';
import type { MemoryState } from './memory-state.ts';
import { toMemoryStream, toStoredStream } from './streams.ts';

const STORE = 'memory';

/** See `run-moves.ts`. */
export class MemoryMoves implements W.RunMoves {
  readonly #later: <Result>(operation: (state: MemoryState) => Result) => Promise<Result>;

  /** @param later Executes an operation as the World does. */
  constructor(later: <Result>(operation: (state: MemoryState) => Result) => Promise<Result>) {
    this.#later = later;
  }

  readIdentity(): Promise<W.StoreIdentity> {
    return this.#later(({ project, secret, held }) => ({ project, secret, held }));
  }

  hold(reason: W.HoldReason, now: number): Promise<boolean> {
    return this.#later((state) => {
      assertHoldable(state.held, reason, STORE);
      if (state.held === null) releaseDead(state, now);
      if (state.workers.size > 0) return false;
      state.held = reason;
      return true;
    });
  }

  endHold(): Promise<void> {
    return this.#later((state) => void (state.held = null));
  }

  readStoredRun(runId: RunId): Promise<W.StoredRun | null> {
    return this.#later((state) => {
      const run = state.runs.get(runId);
      return run ? toStoredRun(state, run) : null;
    });
  }

  stageRun(part: W.RunPart, stage: number | null): Promise<number> {
    const copy = structuredClone(part);
    return this.#later((state) => {
      const name = stage ?? ++state.runsCreated;
      const parts = stage === null ? [] : partsOf(state, stage);
      state.stages.set(name, [...parts, copy]);
      return name;
    });
  }

  dropStages(): Promise<void> {
    return this.#later(({ stages }) => stages.clear());
  }

  insertRuns(runs: readonly W.ArrivingRun[]): Promise<W.ArrivalOutcome[]> {
    const copies = structuredClone(runs);
    return this.#later((state) => copies.map((arriving) => insertRun(state, arriving)));
  }

  takeSecret(secret: string): Promise<boolean> {
    return this.#later((state) => {
      if (state.runs.size === 0) state.secret = secret;
      return state.secret === secret;
    });
  }
}

/** @throws the error of a store that is held, when it takes no changes of runs. */
export function assertTakesRuns({ held }: MemoryState): void {
  if (held === 'export') throw toHeldError(HELD_SIGNS.export, STORE)!;
}

/** @throws the error of a store that is held. */
export function assertTakesWorkers({ held }: MemoryState): void {
  if (held !== null) throw toHeldError(HELD_SIGNS[held], STORE)!;
}

function toStoredRun(state: MemoryState, run: MemoryRun): W.StoredRun {
  const { record, retentionMs, abandonedAt, inboxLast, inbox, streams } = run;
  const { runId } = record;
  return {
    record,
    retentionMs,
    abandonedAt: abandonedAt === Infinity ? 'unknown' : abandonedAt,
    inboxLast,
    inbox,
    hooks: listHooks(state, { runId, limit: Infinity }).hooks,
    receipts: listReceipts(state, runId).sort(byText(({ token, receipt }) => `${token}\0${receipt.id}`)),
    streams: [...streams]
      .map(([name, stream]) => toStoredStream(name, stream, isTerminal(record.status)))
      .sort(byText(({ stream }) => stream)),
  };
}

function insertRun(state: MemoryState, { run, stage, ...last }: W.ArrivingRun): W.ArrivalOutcome {
  assertTakesRuns(state);
  const refusal = findRefusal(state, run);
  const parts = stage === null ? [] : partsOf(state, stage);
  if (refusal) return refusal;
  if (stage !== null) state.stages.delete(stage);
  const { record, retentionMs, abandonedAt, inboxLast, inbox, hooks, receipts, streams } = run;
  const { runId } = record;
  const all = [...parts, last];
  const added: MemoryRun = {
    record: { ...record, owner: null },
    position: stage ?? ++state.runsCreated,
    journal: all.flatMap(({ events }) => events),
    inbox,
    inboxLast,
    abandonedAt: abandonedAt === 'unknown' ? Infinity : abandonedAt,
    retentionMs,
    streams: new Map(streams.map((stream) => [stream.stream, toMemoryStream(stream, all)])),
  };
  state.runs.set(runId, added);
  for (const hook of hooks) state.hooks.set(hook.token, hook);
  // No store in memory lives so long that receipts leave it.
  for (const { token, receipt } of receipts)
    state.receipts.set(receiptKey(token, receipt.id), { runId, receipt, at: Infinity });
  state.publishRun(added);
  return { ok: true };
}

function partsOf({ stages }: MemoryState, stage: number): W.RunPart[] {
  const parts = stages.get(stage);
  if (!parts) throw worldError('world_stage_gone', { store: STORE });
  return parts;
}

function findRefusal(state: MemoryState, { record, hooks, receipts }: W.StoredRun): W.ArrivalOutcome | null {
  if (state.runs.has(record.runId)) return { ok: false, reason: 'exists' };
  const byKey = state.runs.values().find((other) => record.key !== null && other.record.key === record.key);
  if (byKey) return { ok: false, reason: 'key_taken', heldBy: byKey.record.runId };
  const hook = hooks.flatMap(({ token }) => state.hooks.get(token) ?? [])[0];
  if (hook) return { ok: false, reason: 'token_taken', heldBy: hook.runId };
  const kept = receipts.flatMap(({ token, receipt }) => state.receipts.get(receiptKey(token, receipt.id)) ?? [])[0];
  return kept ? { ok: false, reason: 'receipt_taken', heldBy: kept.runId } : null;
}
