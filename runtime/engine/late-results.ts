/** Results of attempts whose process has let their run go meanwhile. */
import { withLabel } from '../journal/events.ts';
import type { OpenCall } from '../journal/run-state.ts';
import type { AttemptKey, InboxContent, InboxMessage } from '../world/world.ts';
import type { Outcome } from './outcome.ts';

/** A result for the inbox of a run that somebody else owns. */
export type LateResult = Extract<InboxContent, { type: 'step' }>;

/** Sends the results among outcomes that an actor cannot take any more. */
export function sendLate(outcomes: readonly Outcome[], send: (result: LateResult) => void): void {
  for (const outcome of outcomes) {
    if (outcome.kind !== 'step' || outcome.outcome.kind !== 'completed') continue;
    // Chunks that the commit of a result would have carried are lost: then the result counts for nothing, either.
    if (outcome.outcome.last === null) send(toLateResult(outcome, outcome.outcome));
  }
}

/**
 * The result that the next owner of the run may want. The attributes of the attempt go along: what it told of them may
 * have come to nobody.
 */
export function toLateResult(
  { call, attempt }: Pick<AttemptKey, 'call' | 'attempt'>,
  { startedAt, label, payload, attributes }: Pick<LateResult, 'startedAt' | 'label' | 'payload' | 'attributes'>,
): LateResult {
  return { type: 'step', call, attempt, startedAt, ...withLabel(label), payload, ...(attributes && { attributes }) };
}

/** Whether the latest attempt of a call has left a result in the inbox. */
export const hasLateResult = (open: OpenCall | undefined, inbox: readonly InboxMessage[]): boolean =>
  open?.kind === 'step' &&
  inbox.some(
    ({ content }) => content.type === 'step' && content.call === open.call && content.attempt === open.attempt,
  );
