/** Moves runs into and out of a PostgreSQL database. */
import type { RunId } from '../../contract/ids.ts';
import type * as W from '../world.ts';
import { readIdentity, takeSecret } from './bundles.ts';
import type { Database } from './database.ts';
import { sweep } from './delete-runs.ts';
import { endHold, hold } from './holds.ts';
import { dropStages, insertRuns, stageRun } from './insert-runs.ts';
import { readStoredRun } from './read-stored-run.ts';

/** All that moves need of the World that they belong to. */
interface Access {
  /** Makes a request of the World. @throws `world_closed`. */
  request: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>;
  releaseDead: (now: number) => Promise<number>;
}

/** See `run-moves.ts`. */
export class PostgresMoves implements W.RunMoves {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  readIdentity(): Promise<W.StoreIdentity> {
    return this.#access.request((db) => db.ask(readIdentity));
  }

  async hold(reason: W.HoldReason, now: number): Promise<boolean> {
    if ((await this.readIdentity()).held === null) await this.#access.releaseDead(now);
    return await this.#access.request((db) => db.transaction((session) => hold(session, reason, db.name)));
  }

  endHold(): Promise<void> {
    return this.#access.request((db) => db.transaction(endHold));
  }

  readStoredRun(runId: RunId): Promise<W.StoredRun | null> {
    return this.#access.request((db) => db.ask((session) => readStoredRun(session, runId)));
  }

  stageRun(part: W.RunPart, stage: number | null): Promise<number> {
    return this.#access.request((db) =>
      db.transaction((session) => stageRun(session, part, { stage, database: db.name })),
    );
  }

  dropStages(): Promise<void> {
    return this.#access.request(async (db) => {
      await db.ask(dropStages);
      await sweep(db);
    });
  }

  insertRuns(runs: readonly W.ArrivingRun[]): Promise<W.ArrivalOutcome[]> {
    return this.#access.request((db) => db.transaction((session) => insertRuns(session, runs, db.name)));
  }

  takeSecret(secret: string): Promise<boolean> {
    return this.#access.request((db) => db.transaction((session) => takeSecret(session, secret)));
  }
}
