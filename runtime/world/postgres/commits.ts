/** Writes of journals: most of them in batches, the others as transactions of their own. */
import { isStoreTrouble } from '../messages.ts';
import type { JournalEvent } from '../../journal/events.ts';
import type { CommitOutcome, CreateOutcome, NewRun, RunCommit } from '../world.ts';
import { Batches } from './batches.ts';
import { commitTogether, toPlainCommit, type PlainCommit } from './commit-batch.ts';
import { createTogether, toPlainRun, type PlainRun } from './create-batch.ts';
import type { Database } from './database.ts';
import { Lanes } from '../lanes.ts';
import { commitRun, createRun } from './write-run.ts';

/** Creates runs and commits to them. Requests for one run keep their order. */
export class Commits {
  readonly #db: Database;
  readonly #lanes = new Lanes();
  readonly #commits: Batches<PlainCommit, CommitOutcome>;
  readonly #runs: Batches<PlainRun, CreateOutcome>;

  constructor(db: Database) {
    this.#db = db;
    this.#commits = new Batches({
      together: (commits) => db.ask((session) => commitTogether(session, commits)),
      alone: ({ commit }) => this.#commitAlone(commit),
      bytesOf: ({ commit }) => bytesOf(commit.events),
      isTrouble: isStoreTrouble,
    });
    this.#runs = new Batches({
      together: (runs) => db.ask((session) => createTogether(session, runs)),
      alone: ({ run }) => this.#createAlone(run),
      bytesOf: ({ run }) => bytesOf(run.events),
      isTrouble: isStoreTrouble,
    });
  }

  createRun(run: NewRun): Promise<CreateOutcome> {
    const plain = toPlainRun(run);
    return this.#lanes.inOrder(run.runId, () => (plain ? this.#runs.add(plain) : this.#createAlone(run)));
  }

  commit(commit: RunCommit): Promise<CommitOutcome> {
    const plain = toPlainCommit(commit);
    return this.#lanes.inOrder(commit.runId, () => (plain ? this.#commits.add(plain) : this.#commitAlone(commit)));
  }

  #createAlone(run: NewRun): Promise<CreateOutcome> {
    return this.#db.transaction((session) => createRun(session, run));
  }

  #commitAlone(commit: RunCommit): Promise<CommitOutcome> {
    return this.#db.transaction((session) => commitRun(session, commit));
  }
}

const EVENT_BYTES = 100;

/** Roughly: payloads are what is large in events. */
function bytesOf(events: readonly JournalEvent[]): number {
  let bytes = 0;
  for (const event of events) bytes += EVENT_BYTES + ('payload' in event ? (event.payload?.length ?? 0) : 0);
  return bytes;
}
