/**
 * Promise 7: what was accepted for a run comes into its journal once, in order of acceptance, in the commit that takes
 * it.
 */
import type { JournalEvent } from '../../runtime/journal/events.ts';
import type { RunState } from '../../runtime/journal/run-state.ts';
import type { InboxMessage } from '../../runtime/world/world.ts';

export interface Delivery {
  /** The messages that the commit takes out of the inbox. */
  taken: readonly InboxMessage[];
  /** The events that it adds. */
  events: readonly JournalEvent[];
  /** The attempts that have begun, whoever began them; `null`: nobody can say, because clocks differ. */
  begun: { has(call: number, attempt: number): boolean; isElsewhere(call: number, attempt: number): boolean } | null;
  /** The run after it. */
  state: RunState;
}

export function findDeliveryProblems({ taken, events, begun, state }: Delivery): string[] {
  const problems = begun ? findLateProblems({ taken, events, begun, state }) : [];
  const received = events.filter((event) => event.type === 'hook_received');
  let next = 0;
  for (const { n, content } of taken) {
    if (content.type !== 'hook') continue;
    const event = received[next];
    if (event?.call === content.call && event.payload === content.payload) next += 1;
    // A hook that is closed now may have been closed when the payload came.
    else if (state.open.get(content.call)?.kind === 'hook') problems.push(`payload ${n} was taken and not delivered`);
  }
  if (next < received.length) problems.push(`a payload was delivered that was not accepted, or twice, or out of order`);
  const wasCancelled = taken.some(({ content }) => content.type === 'cancel');
  const isOver = !['pending', 'running'].includes(state.status);
  if (wasCancelled && state.cancelRequestedAt === null && !isOver)
    problems.push('a cancel was taken and not carried out');
  return problems;
}

/** A result that came late counts until the next attempt has begun, and no longer. */
function findLateProblems({ taken, events, begun, state }: Delivery): string[] {
  const problems: string[] = [];
  for (const { n, content } of taken) {
    if (content.type !== 'step') continue;
    const { call, attempt } = content;
    const open = state.open.get(call);
    const isWanted = open?.kind === 'step' && open.attempt <= attempt + 1 && !begun!.has(call, attempt + 1);
    // Another worker may be about to begin the next one.
    if (isWanted && !begun!.isElsewhere(call, attempt + 1))
      problems.push(`the late result ${n} was taken and not recorded`);
  }
  for (const event of events) {
    const isSuperseded = event.type === 'step_completed' && begun!.has(event.call, event.attempt + 1);
    if (isSuperseded) problems.push(`attempt ${event.attempt} of call ${event.call} counts, and a later one has begun`);
  }
  return problems;
}
