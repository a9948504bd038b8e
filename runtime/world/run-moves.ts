/**
 * How runs get from one store into another: as they are stored, so what is encrypted stays so. Events and chunks of a
 * run are read with `World.readJournal` and `World.readChunks` of a World without keys.
 */
import type { RunId } from '../contract/ids.ts';
import type { ArrivalOutcome, ArrivingRun, HoldReason, RunPart, StoredRun, StoreIdentity } from './stored-run.ts';

/** The part of a `World` that moves runs. Its calls reject like those of the World. */
export interface RunMoves {
  /** The project, the secret and the hold of the store. */
  readIdentity(): Promise<StoreIdentity>;
  /**
   * From now on the store takes no workers, and for `export` no change of a run either, whichever process asks: it
   * refuses with `world_store_exported` or `world_store_importing`. Durable when it resolves. Idempotent.
   * @param now Workers whose lease ended before have lost their runs.
   * @returns `false`: a worker lives, so nothing has changed.
   * @throws `world_store_exported`, `world_store_importing` when it is held for the other reason.
   */
  hold(reason: HoldReason, now: number): Promise<boolean>;
  /** Opens the store to workers again. Idempotent. */
  endHold(): Promise<void>;
  /** Everything that the store has of a run besides its events and chunks; `null`: there is no such run. */
  readStoredRun(runId: RunId): Promise<StoredRun | null>;
  /**
   * Keeps a part of a run that is too large for one request. Nobody sees it until {@link insertRuns} brings the rest.
   * Durable when it resolves.
   * @param stage The answer of the call for the part before; `null`: this is the first part.
   * @throws `world_stage_gone` when somebody has called {@link dropStages}.
   */
  stageRun(part: RunPart, stage: number | null): Promise<number>;
  /** Removes the parts that {@link stageRun} keeps. */
  dropStages(): Promise<void>;
  /**
   * Inserts runs without owner, each as a whole or not at all, as the newest ones of the store and in this order.
   * Durable when it resolves.
   * @throws `world_stage_gone`.
   */
  insertRuns(runs: readonly ArrivingRun[]): Promise<ArrivalOutcome[]>;
  /** Takes over the secret of another store, if this one has no runs. Returns whether it has this secret now. */
  takeSecret(secret: string): Promise<boolean>;
}
