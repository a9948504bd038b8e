/** Sends letters between databases, and finishes those that a worker has claimed. */
import type { RunId } from '../../contract/ids.ts';
import type { OwnedRun, World } from '../world.ts';
import { carryOut, readLetter, type Letter } from './letters.ts';

/** A letter that this worker owns. */
interface ClaimedLetter {
  world: World;
  epoch: number;
}

/** The letters of one process. */
export class LetterBox {
  readonly #worlds: readonly World[];
  readonly #claimed = new Map<RunId, ClaimedLetter>();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(worlds: readonly World[]) {
    this.#worlds = worlds;
  }

  /** Letters of this worker could not be finished yet. */
  get isWaiting(): boolean {
    return this.#claimed.size > 0;
  }

  /** Carries letters out that were just stored. A worker does it later where that fails. */
  async send(letters: readonly Letter[]): Promise<void> {
    await Promise.allSettled(letters.map((letter) => carryOut(letter, this.#worlds)));
  }

  /** This worker owns a letter. */
  adopt(world: World, { runId, epoch }: OwnedRun): void {
    this.#claimed.set(runId, { world, epoch });
  }

  /** Carries claimed letters out, and ends them. One that fails is tried again with the next call. */
  async finish(now: number): Promise<void> {
    await Promise.allSettled([...this.#claimed].map(([id, letter]) => this.#finishOne(id, letter, now)));
  }

  async #finishOne(runId: RunId, { world, epoch }: ClaimedLetter, now: number): Promise<void> {
    await carryOut(readLetter(runId, await world.readJournal(runId)), this.#worlds);
    // Refused: somebody else has it, and does the same.
    await world.commit({
      runId,
      epoch,
      afterSeq: 1,
      events: [{ type: 'run_completed', seq: 2, at: now, payload: '[]' }],
      inboxTaken: 0,
      dueAt: null,
      release: false,
      parked: null,
    });
    this.#claimed.delete(runId);
  }

  /** Work that nobody waits for, and that may fail. */
  inBackground(work: Promise<unknown>): void {
    const done: Promise<unknown> = work.catch(() => undefined).finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
