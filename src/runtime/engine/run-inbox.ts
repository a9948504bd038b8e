/** What the outside has told one run: its messages, taken in order, each once. */
import type { BuildId } from '../contract/ids.ts';
import type { InboxMessage } from '../world/world.ts';

export interface RunInboxOptions {
  /** Messages up to this number are in the journal. */
  taken: number;
  /** A message that is next. */
  onMessage(message: InboxMessage): void;
}

export class RunInbox {
  readonly #onMessage: (message: InboxMessage) => void;
  /** Messages up to here are in the journal, or were passed on. */
  #seen: number;
  #taken: number;
  /** A build that the run was asked to go on with, and has not tried. */
  #wantedBuild: BuildId | null = null;

  constructor({ taken, onMessage }: RunInboxOptions) {
    this.#seen = this.#taken = taken;
    this.#onMessage = onMessage;
  }

  get seen(): number {
    return this.#seen;
  }

  /** Messages up to this number are in the journal when the next commit is. */
  get taken(): number {
    return this.#taken;
  }

  /** Passes a message on, if it is the next one. */
  accept(message: InboxMessage): void {
    if (message.n !== this.#seen + 1) return;
    this.#seen = message.n;
    if (message.content.type === 'move') this.#wantedBuild = message.content.buildId;
    this.#onMessage(message);
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
}
