/** Hands claimed runs over to a worker, so that none gets lost on the way. */
import { WorkflowError } from '../../contract/errors.ts';
import type { RunId, WorkerId } from '../../contract/ids.ts';
import type { ClaimedRun } from '../world.ts';
import type { Claimant, RunClaim } from './claims.ts';
import type { ThreadChannel } from './thread-channel.ts';

export interface StoreChannels {
  /** Both throw when the store is closed. */
  writer(): ThreadChannel<'write'>;
  reader(): ThreadChannel<'read'>;
}

/**
 * A claim is durable before its runs are read, so a thread that is lost in between leaves runs in the hands of a worker
 * that does not know. Such claims are kept, and the next claim of that worker brings their runs.
 */
export class ClaimHandover {
  readonly #channels: StoreChannels;
  #claimsMade = 0;
  /** Claims that may have been stored and that nobody got an answer to, the oldest first. */
  #unanswered: Claimant[] = [];

  constructor(channels: StoreChannels) {
    this.#channels = channels;
  }

  /** The runs of a claim that was not answered, at most as many as were asked for then; else due ones. */
  async claimDue(workerId: WorkerId, now: number, limit: number): Promise<ClaimedRun[]> {
    const late = await this.#claimAgain(workerId);
    if (late.length > 0) return late;
    return this.#claim(workerId, (claimant) => this.#channels.writer().request('claimDue', claimant, now, limit));
  }

  async claimRun(workerId: WorkerId, runId: RunId): Promise<ClaimedRun | null> {
    const ask = (claimant: Claimant) => this.#channels.writer().request('claimRun', claimant, runId);
    return (await this.#claim(workerId, ask))[0] ?? null;
  }

  async #claim(workerId: WorkerId, ask: (claimant: Claimant) => Promise<RunClaim[]>): Promise<ClaimedRun[]> {
    this.#claimsMade += 1;
    const claimant = { workerId, claim: this.#claimsMade };
    const claims = await ask(claimant).catch((error: unknown) => {
      // All other errors of the writing thread say that nothing was stored.
      if (WorkflowError.is(error) && error.code === 'world_thread_lost') this.#unanswered.push(claimant);
      throw error;
    });
    return this.#read(claimant, () => claims);
  }

  async #claimAgain(workerId: WorkerId): Promise<ClaimedRun[]> {
    const claimant = this.#unanswered.find((unanswered) => unanswered.workerId === workerId);
    if (!claimant) return [];
    this.#unanswered = this.#unanswered.filter((unanswered) => unanswered !== claimant);
    return this.#read(claimant, () => this.#channels.reader().request('findClaims', claimant));
  }

  async #read(claimant: Claimant, find: () => RunClaim[] | Promise<RunClaim[]>): Promise<ClaimedRun[]> {
    try {
      const claims = await find();
      return claims.length > 0 ? await this.#channels.reader().request('readClaimed', claims) : [];
    } catch (error) {
      this.#unanswered.push(claimant);
      throw error;
    }
  }
}
