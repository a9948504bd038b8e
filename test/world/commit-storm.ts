/** Many commits at once, by a process that may not live to finish them. */
import { expect } from 'vitest';
import type { RunId } from '../../src/runtime/contract/ids.ts';
import type { World } from '../../src/runtime/world/world.ts';
import type { ChildWorld } from './child-world.ts';
import { LEASE_UNTIL, stepCompleted, stepCreated, toCommit, toNewRun, toWorkerId } from './run-fixtures.ts';

const COMMITS_PER_RUN = 200;
const EVENTS_PER_COMMIT = 2;
/** So many answers mean that the storm is under way; ten times as many are still to come. */
const RAGING_ANSWERS = 200;

export class CommitStorm {
  /** Resolves in the midst of it. */
  readonly isRaging: Promise<void>;
  /** The length of each journal, as far as it was acknowledged. */
  readonly #acknowledged = new Map<RunId, number>();
  #answers = 0;
  #onRaging = (): void => {};

  /** Begins runs and sends all their commits, without waiting for answers. */
  constructor(child: ChildWorld, runIds: readonly RunId[]) {
    this.isRaging = new Promise((resolve) => (this.#onRaging = resolve));
    const owner = toWorkerId(`STORM_${runIds[0]}`);
    void child.call('joinWorker', owner, LEASE_UNTIL);
    for (const runId of runIds) {
      void this.#note(runId, 1, child.call('createRun', toNewRun({ runId, owner })));
    }
    for (let i = 0; i < COMMITS_PER_RUN; i++) {
      const afterSeq = 1 + i * EVENTS_PER_COMMIT;
      for (const runId of runIds) {
        const commit = toCommit({ runId, afterSeq, events: [stepCompleted(i), stepCreated(i + 1)] });
        void this.#note(runId, afterSeq + EVENTS_PER_COMMIT, child.call('commit', commit));
      }
    }
  }

  /** Everything that was acknowledged is there, nothing is there by half, and the storm was cut off. */
  async check(world: World): Promise<void> {
    for (const [runId, seq] of this.#acknowledged) {
      const journal = await world.readJournal(runId);
      expect(journal.map((event) => event.seq)).toEqual(journal.map((_, i) => i + 1));
      expect(journal.length).toBeGreaterThanOrEqual(seq);
      expect(journal.length % EVENTS_PER_COMMIT).toBe(1);
      expect(journal.length).toBeLessThan(1 + COMMITS_PER_RUN * EVENTS_PER_COMMIT);
      await expect(world.readRun(runId)).resolves.toMatchObject({ seq: journal.length, epoch: 1 });
    }
  }

  async #note(runId: RunId, seq: number, answer: Promise<{ ok: boolean }>): Promise<void> {
    const { ok } = await answer;
    if (ok) this.#acknowledged.set(runId, seq);
    if (++this.#answers === RAGING_ANSWERS) this.#onRaging();
  }
}
