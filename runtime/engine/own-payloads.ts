/** Payloads that a run takes from this process itself, on their way into a commit. */
import type { JournalEvent } from '../journal/events.ts';
import type { InboxMessage } from '../world/world.ts';
import type { AppendResult } from './run-journal.ts';

/**
 * The outcome of a payload. `refused`: nothing has happened. `unknown`: the store has not told whether it has the
 * payload.
 */
export type PayloadOutcome = AppendResult;

interface Expected {
  call: number;
  /** The code no longer waited for it when its turn came. */
  isDropped: boolean;
  resolve(outcome: PayloadOutcome): void;
}

/** Tells those who handed a payload over what became of it. */
export class OwnPayloads {
  /** By the number of the message; in no turn yet. */
  readonly #waiting = new Map<number, Expected>();
  /** In a turn whose commit is not sent. */
  #taken: Expected[] = [];
  /** In a commit that the store has not answered. */
  #sent: Expected[] = [];

  /** Resolves when it is known what has become of the message. */
  expect({ n, content }: InboxMessage): Promise<PayloadOutcome> {
    return new Promise((resolve) => {
      this.#waiting.set(n, { call: 'call' in content ? content.call : -1, isDropped: false, resolve });
    });
  }

  /** A turn takes a message, which may be one of these. @param events The events that it became. */
  take({ n }: InboxMessage, events: readonly JournalEvent[]): void {
    const expected = this.#waiting.get(n);
    if (!expected) return;
    this.#waiting.delete(n);
    this.#taken.push({ ...expected, isDropped: events.length === 0 });
  }

  /** The turn is committed now. @returns The calls of its payloads, for the commit. */
  send(): number[] {
    this.#sent = this.#taken;
    this.#taken = [];
    return this.#sent.map(({ call }) => call);
  }

  /** The store has answered the commit, or will not. */
  settle(outcome: AppendResult): void {
    for (const { isDropped, resolve } of this.#sent) resolve(isDropped ? 'refused' : outcome);
    this.#sent = [];
  }

  /** The run is let go: no commit will take the others. */
  refuseUnsent(): void {
    for (const { resolve } of [...this.#waiting.values(), ...this.#taken]) resolve('refused');
    this.#waiting.clear();
    this.#taken = [];
  }
}
