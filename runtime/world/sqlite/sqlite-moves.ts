/** Moves runs into and out of an SQLite file. */
import type { RunId } from '../../contract/ids.ts';
import type * as W from '../world.ts';
import type { ThreadChannel } from './thread-channel.ts';

/** All that moves need of the World that they belong to. */
interface Channels {
  /** @throws `world_closed` when the World is not open. */
  writer: () => ThreadChannel<'write'>;
  reader: () => ThreadChannel<'read'>;
  /** Removes the rows of stages that were dropped. */
  sweep: () => Promise<void>;
}

/** See `run-moves.ts`. */
export class SqliteMoves implements W.RunMoves {
  readonly #channels: Channels;

  constructor(channels: Channels) {
    this.#channels = channels;
  }

  async readIdentity(): Promise<W.StoreIdentity> {
    return this.#channels.reader().request('readIdentity');
  }

  async hold(reason: W.HoldReason, now: number): Promise<boolean> {
    return this.#channels.writer().request('hold', reason, now);
  }

  async endHold(): Promise<void> {
    return this.#channels.writer().request('endHold');
  }

  async readStoredRun(runId: RunId): Promise<W.StoredRun | null> {
    return this.#channels.reader().request('readStoredRun', runId);
  }

  async stageRun(part: W.RunPart, stage: number | null): Promise<number> {
    return this.#channels.writer().request('stageRun', part, stage);
  }

  async dropStages(): Promise<void> {
    await this.#channels.writer().request('dropStages');
    await this.#channels.sweep();
  }

  async insertRuns(runs: readonly W.ArrivingRun[]): Promise<W.ArrivalOutcome[]> {
    return this.#channels.writer().request('insertRuns', runs);
  }

  async takeSecret(secret: string): Promise<boolean> {
    return this.#channels.writer().request('takeSecret', secret);
  }
}
