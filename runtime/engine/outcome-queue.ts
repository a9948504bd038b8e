/** Outcomes that came in for a run, until a turn takes them. */
import { payloadLength } from '../journal/events.ts';
import type { Outcome } from './outcome.ts';

/** Outcomes that one turn takes, … */
const TURN_OUTCOMES_MAX = 1_000;
/** … and the bytes of their payloads with which it has enough: one commit carries them. */
const TURN_BYTES = 4 * 1024 * 1024;

/** Outcomes in the order in which they came. */
export class OutcomeQueue {
  #outcomes: Outcome[] = [];

  get isEmpty(): boolean {
    return this.#outcomes.length === 0;
  }

  /** Adds one at the end. */
  add(outcome: Outcome): void {
    this.#outcomes.push(outcome);
  }

  /** Takes those out that came first: as many as one turn takes. */
  takeTurnful(): Outcome[] {
    let bytes = 0;
    const last = this.#outcomes.findIndex(
      (outcome, i) => i === TURN_OUTCOMES_MAX - 1 || (bytes += payloadOf(outcome)) >= TURN_BYTES,
    );
    return last < 0 ? this.takeAll() : this.#outcomes.splice(0, last + 1);
  }

  /** Takes all of them out. */
  takeAll(): Outcome[] {
    const all = this.#outcomes;
    this.#outcomes = [];
    return all;
  }
}

/** Their results are in the store, or nobody wants them: they take no memory any more. */
export function letGo(outcomes: readonly Outcome[]): void {
  for (const one of outcomes) if (one.kind === 'step' && one.outcome.kind === 'completed') one.outcome.held.end();
}

function payloadOf(outcome: Outcome): number {
  if (outcome.kind === 'step') return payloadLength(outcome.outcome);
  return outcome.kind === 'message' ? payloadLength(outcome.message.content) : 0;
}
