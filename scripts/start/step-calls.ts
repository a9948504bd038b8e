/** The calls of steps as the outside world saw them. */
import type { LedgerEntry } from './orders-client.ts';

/** How one attempt of a step ended, as the called service knows it. */
export type AttemptEnd = 'done' | 'refused' | 'cut off';

export interface StepCalls {
  service: string;
  /** One for each attempt, in order. */
  attempts: AttemptEnd[];
  firstCalledAt: number;
  lastEntryAt: number;
}

/** The calls of each step, in the order of their first ones. Steps are told apart by their idempotency keys. */
export function summarizeCalls(ledger: readonly LedgerEntry[]): StepCalls[] {
  const byKey = new Map<string, StepCalls>();
  for (const { idempotencyKey, service, event, at } of ledger) {
    let step = byKey.get(idempotencyKey);
    if (!step) byKey.set(idempotencyKey, (step = { service, attempts: [], firstCalledAt: at, lastEntryAt: at }));
    step.lastEntryAt = at;
    // Until the ledger says otherwise, nobody knows how a call ended.
    if (event === 'called') step.attempts.push('cut off');
    else step.attempts[step.attempts.length - 1] = event;
  }
  return [...byKey.values()];
}

/** An attempt after one that was done. */
export function ranAgainWhenDone({ attempts }: StepCalls): boolean {
  const firstDone = attempts.indexOf('done');
  return firstDone !== -1 && firstDone < attempts.length - 1;
}
