/** Results of attempts whose process has let their run go meanwhile. */
import type { OpenCall } from '../journal/run-state.ts';
import type { InboxContent, InboxMessage } from '../world/world.ts';
import type { Outcome } from './outcome.ts';

/** A result for the inbox of a run that somebody else owns. */
export type LateResult = Extract<InboxContent, { type: 'step' }>;

/** The result that the next owner of the run may want; `null`: the outcome is none. */
export function toLateResult(outcome: Outcome): LateResult | null {
  if (outcome.kind !== 'step' || outcome.outcome.kind !== 'completed') return null;
  const { call, attempt } = outcome;
  const { startedAt, payload, last } = outcome.outcome;
  // Chunks that the commit of a result would have carried are lost: then the result counts for nothing, either.
  return last === null ? { type: 'step', call, attempt, startedAt, payload } : null;
}

/** Whether the latest attempt of a call has left a result in the inbox. */
export const hasLateResult = (open: OpenCall | undefined, inbox: readonly InboxMessage[]): boolean =>
  open?.kind === 'step' &&
  inbox.some(
    ({ content }) => content.type === 'step' && content.call === open.call && content.attempt === open.attempt,
  );
