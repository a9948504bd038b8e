/** Endless commits by a process that will be killed. */
import { expect } from 'vitest';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { World } from '../../runtime/world/world.ts';
import type { ChildWorld } from './child-world.ts';
import { LEASE_UNTIL, stepCompleted, stepCreated, toCommit, toNewRun, toWorkerId } from './run-fixtures.ts';

const EVENTS_PER_COMMIT = 2;
/** Commits of each run that are pending at a time, so that the process is always busy. */
const COMMITS_UNDER_WAY = 40;
/** After this many answers the storm is in full swing. */
const RAGING_ANSWERS = 500;

export class CommitStorm {
  /** Resolves when the storm is in full swing. */
  readonly isRaging: Promise<void>;
  readonly #child: ChildWorld;
  /** The acknowledged length of each journal. */
  readonly #acknowledged = new Map<RunId, number>();
  /** The length of each journal if all commits are stored. */
  readonly #sent = new Map<RunId, number>();
  #answers = 0;
  #onRaging = (): void => {};

  /** Starts runs and commits to them until the process ends. */
  constructor(child: ChildWorld, runIds: readonly RunId[]) {
    this.#child = child;
    this.isRaging = new Promise((resolve) => (this.#onRaging = resolve));
    const owner = toWorkerId(`STORM_${runIds[0]}`);
    void child.call('joinWorker', owner, LEASE_UNTIL);
    for (const runId of runIds) {
      void child.call('createRun', toNewRun({ runId, owner }));
      this.#sent.set(runId, 1);
      for (let i = 0; i < COMMITS_UNDER_WAY; i++) void this.#commitForEver(runId);
    }
  }

  /** Checks that every acknowledged commit is stored, and that none is stored by half. */
  async check(world: World): Promise<void> {
    for (const [runId, seq] of this.#acknowledged) {
      const journal = await world.readJournal(runId);
      expect(journal.map((event) => event.seq)).toEqual(journal.map((_, i) => i + 1));
      expect(journal.length).toBeGreaterThanOrEqual(seq);
      expect(journal.length).toBeLessThanOrEqual(this.#sent.get(runId)!);
      expect(journal.length % EVENTS_PER_COMMIT).toBe(1);
      await expect(world.readRun(runId)).resolves.toMatchObject({ seq: journal.length, epoch: 1 });
    }
  }

  async #commitForEver(runId: RunId): Promise<void> {
    for (;;) {
      const afterSeq = this.#sent.get(runId)!;
      const seq = afterSeq + EVENTS_PER_COMMIT;
      this.#sent.set(runId, seq);
      const events = [stepCompleted(afterSeq), stepCreated(seq)];
      const { ok } = await this.#child.call('commit', toCommit({ runId, afterSeq, events }));
      expect(ok).toBe(true);
      this.#acknowledged.set(runId, seq);
      if (++this.#answers === RAGING_ANSWERS) this.#onRaging();
    }
  }
}
