/** One answer as a process sees it that outlives those that give it. */
import type { RunId } from '../../../runtime/contract/ids.ts';
import type { EventType, JournalEvent } from '../../../runtime/journal/events.ts';
import type { World } from '../../../runtime/world/world.ts';
import { AnswerReader } from './answer-stream.ts';
import type { Outside } from './crash-project.ts';
import { findFaults, findModelSteps } from './judge-answer.ts';

const ENDS: ReadonlySet<EventType> = new Set<EventType>(['run_completed', 'run_failed', 'run_cancelled']);

export class AnswerWatch {
  readonly question: string;
  readonly runId: RunId;
  readonly reader: AnswerReader;
  readonly #world: World;
  readonly #cutOff = new Map<number, number>();

  constructor(world: World, question: string, runId: RunId) {
    this.question = question;
    this.runId = runId;
    this.reader = new AnswerReader(world, runId);
    this.#world = world;
  }

  /** The run has ended, whichever way. */
  async over(): Promise<void> {
    await this.#untilJournal((journal) => ENDS.has(journal.at(-1)!.type));
  }

  /** The process of the answer has ended. */
  async noteEnd(): Promise<void> {
    for (const step of await findModelSteps(this.#world, this.runId))
      this.#cutOff.set(step, (this.#cutOff.get(step) ?? 0) + 1);
  }

  /** Resolves with the approval that the answer waits for. */
  async approvalId(): Promise<string> {
    const { approvalId } = await this.reader.seen('tool-approval-request');
    return approvalId as string;
  }

  /** Resolves when the journal has so many events of this type. */
  async untilEvents(type: EventType, count = 1): Promise<void> {
    await this.#untilJournal((journal) => journal.filter((event) => event.type === type).length >= count);
  }

  /** Waits for the end of the answer, and finds what is wrong with it. */
  async findFaults({ models, service }: Outside): Promise<unknown[]> {
    await this.reader.ended;
    await this.over();
    const { question, runId } = this;
    const { requests } = models;
    const { keys } = service;
    const world = this.#world;
    const followed = this.reader.chunks;
    const faults = await findFaults({ question, world, runId, requests, cutOff: this.#cutOff, keys, followed });
    return [...faults, ...models.problems];
  }

  async #untilJournal(test: (journal: readonly JournalEvent[]) => boolean): Promise<void> {
    for (;;) {
      const changed = Promise.withResolvers<void>();
      const unsubscribe = this.#world.subscribe(() => changed.resolve());
      if (test(await this.#world.readJournal(this.runId))) return unsubscribe();
      await changed.promise.finally(unsubscribe);
    }
  }
}
