/** What the outside has told one run: its messages, taken in order, each once. */
import type { BuildId } from '../contract/ids.ts';
import type { InboxMessage } from '../world/world.ts';

export interface RunInboxOptions {
  /** Messages up to this number are in the journal. */
  taken: number;
  /** Asks the store for the messages after number `afterN`; `undefined`: the run is let go before it answers. */
  read(afterN: number): Promise<InboxMessage[] | undefined>;
  /** A message that is next. */
  onMessage(message: InboxMessage): void;
  /** Messages that had not been noticed were read; `onMessage` got them. */
  onGapFilled(): void;
}

export class RunInbox {
  readonly #options: RunInboxOptions;
  /** Messages up to here are in the journal, or were passed on. */
  #seen: number;
  #taken: number;
  /** Number of a message that is known to be there, while those before it are read. */
  #noticed = 0;
  /** A build that the run was asked to go on with, and has not tried. */
  #wantedBuild: BuildId | null = null;

  constructor(options: RunInboxOptions) {
    this.#options = options;
    this.#seen = this.#taken = options.taken;
  }

  /** Messages up to this number are in the journal when the next commit is. */
  get taken(): number {
    return this.#taken;
  }

  /** A message arrived, perhaps for the second time. Those before it that have not been noticed are read first. */
  receive(message: InboxMessage): void {
    if (message.n > this.#seen + 1) void this.#fillGap(message.n);
    else this.accept(message);
  }

  /** Passes a message on, if it is the next one. */
  accept(message: InboxMessage): void {
    if (message.n !== this.#seen + 1) return;
    this.#seen = message.n;
    if (message.content.type === 'move') this.#wantedBuild = message.content.buildId;
    this.#options.onMessage(message);
  }

  /** The message becomes part of the journal. */
  take({ n }: InboxMessage): void {
    this.#taken = n;
  }

  /** The build that the run was asked to go on with, told once; that goes before all messages, which its code may need. */
  takeWantedBuild(): BuildId | null {
    const wanted = this.#wantedBuild;
    this.#wantedBuild = null;
    return wanted;
  }

  /** Reads messages that another process left, up to number `lastN`. */
  async #fillGap(lastN: number): Promise<void> {
    const isFilling = this.#noticed > this.#seen;
    this.#noticed = Math.max(this.#noticed, lastN);
    if (isFilling) return;
    while (this.#seen < this.#noticed) {
      const messages = await this.#options.read(this.#seen);
      // Another owner has taken them.
      if (!messages?.length) break;
      for (const message of messages) this.accept(message);
    }
    this.#noticed = 0;
    this.#options.onGapFilled();
  }
}
