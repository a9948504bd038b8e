/** Runs that the store has given to this worker, and what it says of them now. */
import type { RunId, WorkerId } from '../contract/ids.ts';
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import type { Reports } from '../contract/reports.ts';
import { untilAnswered, type StoreAnswer } from '../world/until-answered.ts';
import type { ClaimedRun, OwnedRun, RunRecord, World } from '../world/world.ts';
import { isNewReason, parkingOf } from './parking.ts';

/** The worker's parts that are needed to ask for its runs. */
export interface OwnRunsOptions {
  world: World;
  workerId: WorkerId;
  clock: Clock;
  log: Log;
  reports: Reports;
  /** Aborted when the store need not be asked any more. */
  closing: AbortSignal;
}

/** Asks the store for the runs of one worker. */
export class OwnRuns {
  readonly #options: OwnRunsOptions;

  constructor(options: OwnRunsOptions) {
    this.#options = options;
  }

  /** All of them; none when the worker stops meanwhile. */
  async list(): Promise<OwnedRun[]> {
    const { world, workerId } = this.#options;
    const answer = await this.ask(null, () => world.listOwned(workerId));
    return answer.kind === 'answer' ? answer.value : [];
  }

  /** The run as the store has it, if it is in the hands of this worker and of this epoch. */
  async read({ runId, epoch }: OwnedRun): Promise<RunRecord | null> {
    const { world, workerId } = this.#options;
    const answer = await this.ask(runId, () => world.readRun(runId));
    const run = answer.kind === 'answer' ? answer.value : null;
    return run?.owner === workerId && run.epoch === epoch ? run : null;
  }

  /** The same as a claim gives it; nothing when the worker stops meanwhile. */
  async claimAgain(run: RunRecord): Promise<ClaimedRun[]> {
    const { world } = this.#options;
    const answer = await this.ask(run.runId, async () => {
      // First the offers: what an attempt says that ends between the two is among the messages.
      const offers = await world.listOffers(run.runId);
      return { offers, inbox: await world.readInbox(run.runId, run.inboxTaken) };
    });
    return answer.kind === 'answer' ? [{ run, journal: [], ...answer.value, abandonedAt: Infinity }] : [];
  }

  /**
   * Lets go of a run that no actor can have, with the reason, for any worker to look at later. Its journal is of a
   * newer version of this package, which other workers may have already; or it has a value that is encrypted with a key
   * which this process does not have; or something happened that must not. Says so, unless the run is in other hands or
   * was parked for this reason before.
   * @param isBroken Whether it is the last of these.
   */
  async setAside(held: OwnedRun, error: unknown, isBroken: boolean): Promise<void> {
    const { world, clock, log, reports } = this.#options;
    if (isBroken) log.error('run_broken', { runId: held.runId, error });
    const run = await this.read(held);
    if (run === null) return;
    const parked = parkingOf(error, run.parked);
    const answer = await this.ask(run.runId, () =>
      world.commit({
        runId: run.runId,
        epoch: run.epoch,
        afterSeq: run.seq,
        inboxTaken: run.inboxTaken,
        events: [],
        dueAt: clock.now() + parked.retryMs,
        release: true,
        parked,
      }),
    );
    const isSaid = answer.kind === 'answer' && answer.value.ok && isNewReason(parked, run.parked);
    if (!isBroken && isSaid) reports.runParked(run, error);
  }

  /**
   * Asks the store until it answers, or the worker stops.
   * @param runId The run it is about; `null`: no run in particular.
   */
  ask<T>(runId: RunId | null, request: () => Promise<T>): Promise<StoreAnswer<T>> {
    const { log, clock, closing } = this.#options;
    return untilAnswered(request, { log, runId, clock, isOver: () => closing.aborted });
  }
}
