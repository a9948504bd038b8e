/** Which worker owns which run. */
import type { RunId, WorkerId } from '../../contract/ids.ts';
import { isTerminal } from '../../journal/events.ts';
import { bytesOfEvents, CLAIM_BYTES, firstBytesOf } from '../journal-bytes.ts';
import { type BusyRuns, type DueWorkflow, FairPlaces } from '../fair-places.ts';
import type { ClaimedRun, OwnedRun } from '../world.ts';
import type { MemoryRun } from './memory-run.ts';
import type { MemoryState } from './memory-state.ts';
import { interruptOf, listOffers } from './offers.ts';

/**
 * See {@link World.claimDue}. A worker that is unknown, or was forgotten, gets nothing: nobody would notice its end.
 */
export function claimDue(
  state: MemoryState,
  workerId: WorkerId,
  { now, limit, busy = {} }: { now: number; limit: number; busy: BusyRuns | undefined },
): ClaimedRun[] {
  if (!state.workers.has(workerId)) return [];
  const due = dueRuns(state).filter(({ record }) => record.dueAt! <= now);
  const lines = toLines(due);
  const places = new FairPlaces(limit, firstOf(lines), busy);
  const chosen = new Set<MemoryRun>();
  for (let shares = places.share(); shares.size > 0; shares = places.share())
    for (const [workflowId, share] of shares) {
      const taken = lines.get(workflowId)!.splice(0, share);
      places.take(workflowId, taken.length, share);
      for (const run of taken) chosen.add(run);
    }
  let room = CLAIM_BYTES;
  return due
    .filter((run) => chosen.has(run))
    .map((run) => {
      const claimed = claim(state, run, workerId, room);
      room -= bytesOfEvents(claimed.journal);
      return claimed;
    });
}

/** See {@link World.claimRun}. */
export function claimRun(state: MemoryState, workerId: WorkerId, runId: RunId): ClaimedRun | null {
  const run = state.runs.get(runId);
  if (!run || run.record.owner !== null || isTerminal(run.record.status)) return null;
  return state.workers.has(workerId) ? claim(state, run, workerId, CLAIM_BYTES) : null;
}

/** See {@link World.wakeParked}. */
export function wakeParked(state: MemoryState, now: number): void {
  const parked = [...state.runs.values()].filter(
    ({ record: { parked, owner, status } }) => parked && owner === null && !isTerminal(status),
  );
  for (const { record } of parked) record.dueAt = now;
  if (parked.length > 0) state.publish({ kind: 'due', dueAt: now });
}

const toLines = (due: readonly MemoryRun[]): Map<string, MemoryRun[]> =>
  Map.groupBy(due, ({ record }) => record.workflowId as string);

const firstOf = (lines: Map<string, MemoryRun[]>): DueWorkflow[] =>
  Array.from(lines, ([workflowId, [run]]) => ({ workflowId, dueAt: run!.record.dueAt! }));

/** See {@link World.listDue}. */
export const listDue = (state: MemoryState, now: number): DueWorkflow[] =>
  firstOf(toLines(dueRuns(state).filter(({ record }) => record.dueAt! <= now)));

/** See {@link World.nextDueAt}. */
export const nextDueAt = (state: MemoryState): number | null => dueRuns(state)[0]?.record.dueAt ?? null;

/** See {@link World.renewWorker}. */
export function renewWorker({ workers }: MemoryState, workerId: WorkerId, leaseUntil: number): boolean {
  const held = workers.get(workerId);
  if (held === undefined) return false;
  workers.set(workerId, Math.max(held, leaseUntil));
  return true;
}

/** See {@link World.releaseDead}. */
export function releaseDead(state: MemoryState, now: number): number {
  const dead = [...state.workers].filter(([, leaseUntil]) => leaseUntil < now);
  return dead.reduce((count, [workerId]) => count + forgetWorker(state, workerId, now), 0);
}

/**
 * Removes a worker and releases its runs, whose due times stay as they are. Returns how many runs.
 * @param at See `ClaimedRun.abandonedAt`.
 */
export function forgetWorker(state: MemoryState, workerId: WorkerId, at = Infinity): number {
  state.workers.delete(workerId);
  const released = [...state.runs.values()].filter(({ record }) => record.owner === workerId);
  for (const run of released) {
    run.abandonedAt = at;
    run.record.owner = null;
    if (run.record.dueAt !== null) state.publish({ kind: 'due', dueAt: run.record.dueAt });
  }
  interruptOf(state, workerId, at === Infinity ? 0 : at);
  return released.length;
}

/** Runs without owner that have a due time, earliest first. */
function dueRuns({ runs }: MemoryState): MemoryRun[] {
  return [...runs.values()]
    .filter(({ record }) => record.owner === null && record.dueAt !== null)
    .sort((a, b) => a.record.dueAt! - b.record.dueAt!);
}

/** See {@link World.listOwned}. */
export const listOwned = (state: MemoryState, workerId: WorkerId): OwnedRun[] =>
  [...state.runs.values()]
    .filter(({ record }) => record.owner === workerId)
    .map(({ record: { runId, epoch } }) => ({ runId, epoch }));

/** @param room Bytes of its journal that the claim gives. */
function claim(state: MemoryState, run: MemoryRun, workerId: WorkerId, room: number): ClaimedRun {
  const { record, journal, inbox, abandonedAt } = run;
  record.owner = workerId;
  record.epoch++;
  state.publish({ kind: 'run', runId: record.runId, status: record.status });
  const offers = listOffers(state, record.runId);
  return { run: record, journal: room > 0 ? firstBytesOf(journal, room) : [], inbox, offers, abandonedAt };
}
