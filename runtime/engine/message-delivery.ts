/** Brings the store's messages to the runs of this worker, whether this process or another one left them. */
import type { RunId } from '../contract/ids.ts';
import type { StoreAnswer } from '../world/until-answered.ts';
import type { Change, InboxMessage, PendingMessages } from '../world/world.ts';
import type { ReleasingMap } from '../contract/releasing-map.ts';
import type { RunActor } from './run-actor.ts';

/** The worker's runs, and how to read their messages. */
export interface MessageDeliveryOptions {
  actors: Pick<ReleasingMap<RunId, RunActor>, 'get' | 'size'>;
  /** Reads the inboxes of all runs that the store has given to this worker. */
  readInboxes(): Promise<StoreAnswer<PendingMessages[]>>;
}

/**
 * Messages may come early, late or twice: actors bring them into order, and here they wait for actors that are on the
 * way.
 */
export class MessageDelivery {
  readonly #options: MessageDeliveryOptions;
  /** Requests to the store under way whose answers may bring runs. */
  #asking = 0;
  /** Messages for runs that are not here yet. */
  #early: { runId: RunId; message: InboxMessage }[] = [];
  #reading = false;
  #readAgain = false;

  constructor(options: MessageDeliveryOptions) {
    this.#options = options;
  }

  /**
   * Makes a request whose answer may bring runs. A message for one of them may come meanwhile, too late for the answer:
   * it is kept until the request is over.
   */
  async whileAsking<T>(request: () => Promise<T>): Promise<T> {
    this.#asking += 1;
    try {
      return await request();
    } finally {
      this.#asking -= 1;
      for (const { runId, message } of this.#early) this.#options.actors.get(runId)?.receive(message);
      if (this.#asking === 0) this.#early = [];
    }
  }

  /** The store has changed: there may be messages for runs that are here. */
  onChange(change: Change): void {
    if (change.kind === 'inbox') this.#deliver(change.runId, change.message);
    if (change.kind === 'elsewhere') void this.#readInboxes();
  }

  #deliver(runId: RunId, message: InboxMessage): void {
    const actor = this.#options.actors.get(runId);
    if (actor) actor.receive(message);
    else if (this.#asking > 0) this.#early.push({ runId, message });
  }

  /** Another process wrote to the store. Changes that come while the inboxes are read make them be read once more. */
  async #readInboxes(): Promise<void> {
    this.#readAgain = true;
    if (this.#reading || this.#options.actors.size + this.#asking === 0) return;
    this.#reading = true;
    while (this.#readAgain) {
      this.#readAgain = false;
      const answer = await this.#options.readInboxes();
      const inboxes = answer.kind === 'answer' ? answer.value : [];
      for (const { runId, messages } of inboxes) {
        for (const message of messages) this.#deliver(runId, message);
      }
    }
    this.#reading = false;
  }
}
