/** Payloads that a run takes from this process itself, on their way into a commit. */
import type { JournalEvent } from '../journal/events.ts';
import type { InboxMessage } from '../world/world.ts';
import type { AppendResult } from './run-journal.ts';
import { SparseMap } from '../contract/sparse-map.ts';

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

const NO_CALLS: readonly number[] = [];

/** Tells those who handed a payload over what became of it. */
export class OwnPayloads {
  /** By the number of the message; in no turn yet. */
  readonly #waiting = new SparseMap<number, Expected>();
  /** In a turn whose commit is not sent. */
  #taken: Expected[] = [];
  /** From the beginning of a turn with some of them until the store has answered its commit. */
  #underWay: PromiseWithResolvers<void> | null = null;

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
    this.#underWay ??= Promise.withResolvers();
    this.#taken.push({ ...expected, isDropped: events.length === 0 });
  }

  /** Resolves when the store has answered the commit of those that a turn has taken, if there are some. */
  async untilAnswered(): Promise<void> {
    await this.#underWay?.promise;
  }

  /** Commits the turn. @param append Gets the calls of the turn's payloads. */
  sendWith(append: (accepts: readonly number[]) => Promise<AppendResult>): Promise<AppendResult> {
    return this.#taken.length === 0 ? append(NO_CALLS) : this.#sendTaken(append);
  }

  async #sendTaken(append: (accepts: readonly number[]) => Promise<AppendResult>): Promise<AppendResult> {
    const sent = this.#taken;
    this.#taken = [];
    let outcome: AppendResult = 'unknown';
    try {
      return (outcome = await append(sent.map(({ call }) => call)));
    } finally {
      for (const { isDropped, resolve } of sent) resolve(isDropped ? 'refused' : outcome);
      this.#noteAnswered();
    }
  }

  /** The run is let go: no commit will take the others. */
  refuseUnsent(): void {
    for (const { resolve } of [...this.#waiting.values(), ...this.#taken]) resolve('refused');
    this.#waiting.clear();
    this.#taken = [];
    this.#noteAnswered();
  }

  #noteAnswered(): void {
    this.#underWay?.resolve();
    this.#underWay = null;
  }
}
