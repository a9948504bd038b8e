/** Results of attempts whose process has let their run go meanwhile. */
import { withLabel } from '../journal/events.ts';
import type { OpenCall } from '../journal/run-state.ts';
import type { StepOutcome } from '../steps/step-executor.ts';
import type { AttemptMessage, AttemptNews } from '../world/offers.ts';
import type { AttemptKey, InboxContent, InboxMessage } from '../world/world.ts';
import type { Outcome } from './outcome.ts';

/** A result for the inbox of a run that somebody else owns. */
export type LateResult = Extract<InboxContent, { type: 'step' }>;

/** How an attempt has ended, for the inbox of its run. */
export type LateEnd = LateResult | AttemptMessage;

/** Sends the results among outcomes that an actor cannot take any more, because it has lost the run. */
export function sendLate(outcomes: readonly Outcome[], send: (result: LateResult) => void): void {
  for (const outcome of outcomes) {
    if (outcome.kind !== 'step' || outcome.outcome.kind !== 'completed') continue;
    // Chunks that the commit of a result would have carried are lost: then the result counts for nothing, either.
    if (outcome.outcome.last === null) send(toLateResult(outcome, outcome.outcome));
  }
}

/**
 * Sends how attempts have ended whose run is put aside. Its actor still owns it and has told no attempt to stop, so
 * errors count as well.
 */
export function sendAllLate(outcomes: readonly Outcome[], send: (end: LateEnd) => void): void {
  for (const { call, attempt, outcome } of outcomes.filter((one) => one.kind === 'step')) {
    if (outcome.kind !== 'completed') {
      send({ type: 'attempt', call, attempt, ...toNews(outcome) });
      continue;
    }
    const result = toLateResult({ call, attempt }, outcome);
    if (outcome.last === null) send(result);
    else void outcome.last.storeAlone().then(() => send(result));
  }
}

/** How an attempt has ended, for the owner of its run. */
export function toNews(outcome: StepOutcome): AttemptNews {
  const { startedAt, label, payload } = outcome;
  const ended = { startedAt, ...withLabel(label), payload };
  return outcome.kind === 'retry'
    ? { news: 'retry', ...ended, retryAt: outcome.retryAt }
    : { news: outcome.kind, ...ended };
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
