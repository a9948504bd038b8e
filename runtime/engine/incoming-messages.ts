/** Messages from outside for one run: taken in order, each once. */
import type { BuildId } from '../contract/ids.ts';
import type { StoreAnswer } from '../world/until-answered.ts';
import type { InboxContent, InboxMessage } from '../world/world.ts';

/** The run's side of its messages. */
export interface IncomingMessagesOptions {
  /** Messages up to this number are in the journal. */
  taken: number;
  /** Asks the store for the messages after number `afterN`. */
  read(afterN: number): Promise<StoreAnswer<InboxMessage[]>>;
  /** Gets each message when it is the next one. */
  onMessage(message: InboxMessage): void;
  /** Called after `onMessage` got all messages that this process had missed. */
  onGapFilled(): void;
}

/** Brings the messages of one run into order, however late, often or incompletely this process hears of them. */
export class IncomingMessages {
  readonly #options: IncomingMessagesOptions;
  /** Messages up to this number are in the journal, or were passed on. */
  #seen: number;
  #taken: number;
  /** The highest number that this process has heard of, while the messages before it are read. */
  #noticed = 0;
  /** A build that the run was asked to go on with, and has not tried. */
  #wantedBuild: BuildId | null = null;

  constructor(options: IncomingMessagesOptions) {
    this.#options = options;
    this.#seen = this.#taken = options.taken;
  }

  /** Messages up to this number are in the journal once the next commit is. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Takes a message that the store has not: the next commit tells it of it. `null` while messages of others are on the
   * way.
   */
  acceptOwn(content: InboxContent, at: number): InboxMessage | null {
    if (this.#noticed > this.#seen) return null;
    const message = { n: this.#seen + 1, at, content };
    this.accept(message);
    return message;
  }

  /** A message arrived, perhaps for the second time. Messages that this process has missed are read first. */
  receive(message: InboxMessage): void {
    if (message.n > this.#seen + 1) void this.#fillGap(message.n);
    else this.accept(message);
  }

  /** Passes a message on if it is the next one. */
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

  /**
   * The build that the run was asked to go on with, told once. It goes before all messages, because they may need its
   * code.
   */
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
      const answer = await this.#options.read(this.#seen);
      // The run was let go, or another owner has taken the messages.
      if (answer.kind === 'given_up' || answer.value.length === 0) break;
      for (const message of answer.value) this.accept(message);
    }
    this.#noticed = 0;
    this.#options.onGapFilled();
  }
}
