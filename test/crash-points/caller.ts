/**
 * The outside of a run: starts it, sends what it waits for, and starts another process whenever one has ended. A caller
 * that got no answer looks whether its request was carried out before it asks again.
 */
import { getRun, resumeHook, resumeWebhook, start, type StartOptions } from '../../runtime/entries/api.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { isTerminal, type EventType, type JournalEvent } from '../../runtime/journal/events.ts';
import type { InboxContent, World } from '../../runtime/world/world.ts';
import { workflowIdOf } from '../runtime/build-from-functions.ts';
import type { LeapingClock } from './leaping-clock.ts';
import type { ProcessLife } from './process-life.ts';
import { settle } from './simulated-process.ts';

/** A run that has not ended after so many leaps of the clock never will. */
const LEAPS_MAX = 500;

export interface CallerOptions {
  world: World;
  clock: LeapingClock;
  /** The process that is up now; starts one if the last one has ended. */
  findProcess(): Promise<ProcessLife>;
}

export class Caller {
  readonly #options: CallerOptions;
  #runId: RunId | null = null;
  #payloads = 0;

  constructor(options: CallerOptions) {
    this.#options = options;
  }

  get runId(): RunId {
    return this.#runId!;
  }

  async start(options: StartOptions = {}): Promise<void> {
    const { world } = this.#options;
    await this.#insist(
      () => start({ workflowId: workflowIdOf('main') }, [], options),
      async () => {
        // The others, which are newer, are its children.
        const { runs } = await world.listRuns({ limit: 100 });
        this.#runId = runs.at(-1)?.runId ?? null;
        return this.#runId !== null;
      },
    );
  }

  async resumeHook(token: string, payload: unknown): Promise<void> {
    await this.#sendPayload(() => resumeHook(token, payload));
  }

  /** Calls the webhook that was opened last. */
  async callWebhook(body: string): Promise<void> {
    const opened = (await this.journal()).findLast((event) => event.type === 'hook_created');
    const request = () => new Request('http://localhost', { method: 'POST', body });
    await this.#sendPayload(() => resumeWebhook(opened!.token, request()));
  }

  async cancel(): Promise<void> {
    await this.#insist(
      () => getRun(this.runId).cancel({ reason: 'enough' }),
      () => this.#has('run_cancel_requested', 'cancel'),
    );
  }

  async pause(): Promise<void> {
    await this.#insist(
      () => getRun(this.runId).pause(),
      () => this.#has('run_paused', 'pause'),
    );
  }

  async resume(): Promise<void> {
    await this.#insist(
      () => getRun(this.runId).resume(),
      () => this.#has('run_resumed', 'resume'),
    );
  }

  async wakeUp(): Promise<void> {
    await this.#insist(
      () => getRun(this.runId).wakeUp(),
      () => this.#has('wait_completed', 'wake'),
    );
  }

  journal(): Promise<JournalEvent[]> {
    return this.#options.world.readJournal(this.runId);
  }

  /** Resolves when the journal has `count` events of this type. */
  async untilEvent(type: EventType, count = 1): Promise<void> {
    await this.#until(async () => (await this.journal()).filter((event) => event.type === type).length >= count);
  }

  /** Resolves when the run and all its children have ended. */
  async untilAllHaveEnded(): Promise<void> {
    const { world } = this.#options;
    await this.#until(async () =>
      (await world.listRuns({ limit: 100 })).runs.every(({ status }) => isTerminal(status)),
    );
  }

  /** Lets time go on until something is so. */
  async #until(test: () => Promise<boolean>): Promise<void> {
    const { clock, findProcess } = this.#options;
    for (let leaps = 0; leaps < LEAPS_MAX; leaps++) {
      const life = await findProcess();
      await settle(life);
      if (life.isOver) continue;
      if (await test()) return;
      clock.leap();
    }
    const types = (await this.journal()).map(({ type }) => type);
    throw new Error(`The run is stuck after ${types.join(', ')}`);
  }

  async #sendPayload(send: () => Promise<unknown>): Promise<void> {
    const sent = ++this.#payloads;
    await this.#insist(send, async () => (await this.#countPayloads()) >= sent);
  }

  /** Asks until it is done, by as many processes as it takes. */
  async #insist(ask: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
    do {
      const life = await this.#options.findProcess();
      await this.#untilAnswered(ask(), life);
    } while (!(await isDone()));
  }

  /** Lets time go on until there is an answer, or nobody left to give one. */
  async #untilAnswered(answer: Promise<unknown>, life: ProcessLife): Promise<void> {
    const state = { isAnswered: false };
    void Promise.allSettled([answer]).then(() => (state.isAnswered = true));
    for (;;) {
      await settle(life);
      if (life.isOver) return;
      if (state.isAnswered) return void (await answer);
      this.#options.clock.leap();
    }
  }

  async #countPayloads(): Promise<number> {
    const received = (await this.journal()).filter(({ type }) => type === 'hook_received');
    return received.length + (await this.#inbox()).filter(({ type }) => type === 'hook').length;
  }

  async #has(event: EventType, message: InboxContent['type']): Promise<boolean> {
    const isRecorded = (await this.journal()).some(({ type }) => type === event);
    return isRecorded || (await this.#inbox()).some(({ type }) => type === message);
  }

  async #inbox(): Promise<InboxContent[]> {
    return (await this.#options.world.readInbox(this.runId)).map(({ content }) => content);
  }
}
