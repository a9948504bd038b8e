/** Rules about the events of a commit that every World applies in the same way. Pure. */
import type { CommitProjection } from '../journal/projection.ts';
import type { JournalEvent } from '../journal/events.ts';
import type { RunId } from '../contract/ids.ts';
import { worldError } from './messages.ts';
import type { TokenConflict } from './world.ts';

/** Throws `world_events_misnumbered` unless the events are dense from `afterSeq + 1`. */
export function assertDense(runId: RunId, afterSeq: number, events: readonly JournalEvent[]): void {
  for (const [i, { seq }] of events.entries()) {
    const expected = afterSeq + 1 + i;
    if (seq !== expected) throw worldError('world_events_misnumbered', { runId, expected, found: seq });
  }
}

/** The active hook that holds a token. */
export interface TokenHolder {
  runId: RunId;
  call: number;
}

/** Whether a commit closes the hook of a call of its run. */
export const closesHook = ({ closedHooks }: CommitProjection, call: number): boolean =>
  closedHooks === 'all' || closedHooks.includes(call);

/**
 * Tokens the commit asks for that another hook holds, be it in the store or in the same commit. What the commit itself
 * closes is no obstacle.
 */
export function findConflicts(
  runId: RunId,
  projection: CommitProjection,
  findHolder: (token: string) => TokenHolder | null,
): TokenConflict[] {
  const conflicts: TokenConflict[] = [];
  const asked = new Set<string>();
  for (const { call, token } of projection.openedHooks) {
    const holder = findHolder(token);
    const isHeld = holder !== null && !(holder.runId === runId && closesHook(projection, holder.call));
    if (isHeld) conflicts.push({ call, token, heldBy: holder.runId });
    else if (asked.has(token)) conflicts.push({ call, token, heldBy: runId });
    asked.add(token);
  }
  return conflicts;
}
