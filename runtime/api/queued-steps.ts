/** Which runs and steps wait for their turn, as far as this process can tell. */
import type { RunId } from '../contract/ids.ts';
import { isTerminal } from '../journal/events.ts';
import type { StepRecord } from '../observe/step-history.ts';
import type { RunRecord } from '../world/world.ts';
import type { Connection } from './connection.ts';
import { requireRun } from './require-run.ts';
import type { RunSummary } from './run-summary.ts';
import { getRuntime } from './runtime.ts';

/** Since when steps of one run wait. */
export interface StepsOfQueue {
  /** In milliseconds since the epoch; `null`: the step does not wait. */
  since(step: StepRecord): number | null;
}

/** Looks at the steps of a run now. @throws `run_id_invalid`, `WorkflowRunNotFoundError`. */
export async function readQueue(runId: RunId): Promise<StepsOfQueue> {
  const connection = await getRuntime().connect();
  const here = connection.owns(runId)
    ? sinceOf(
        [...connection.waitingSteps].map(({ step, since }) => ({ ...step, at: since })),
        runId,
      )
    : null;
  const { run } = await requireRun(runId);
  const offers = await connection.world.listOffers(runId);
  const offered = sinceOf(
    offers.filter(({ takenBy }) => takenBy === null),
    runId,
  );
  const taken = new Set(offers.filter(({ takenBy }) => takenBy !== null).map(({ call }) => call));
  const isHeld = run.pausedAt !== null || run.parked !== null || isTerminal(run.status);
  const now = connection.clock.now();
  return {
    since({ call, status, createdAt, retryAt }) {
      if (status !== 'pending' || taken.has(call)) return null;
      if (here) return here.get(call) ?? offered.get(call) ?? null;
      const dueAt = Math.max(createdAt, retryAt ?? 0);
      return !isHeld && dueAt <= now ? dueAt : null;
    },
  };
}

/** Since when the calls of a run wait. */
const sinceOf = (waiting: readonly { runId: RunId; call: number; at: number }[], runId: RunId): Map<number, number> =>
  new Map(waiting.filter((one) => one.runId === runId).map(({ call, at }) => [call, at]));

/** The runs that wait, at one moment. */
export class QueuedRuns {
  readonly #now: number;
  /** Runs of this process with a step that waits, and since when the first of these does. */
  readonly #places = new Map<RunId, number>();
  /** The same for steps that want another kind of worker. */
  readonly #workers = new Map<RunId, number>();

  constructor({ clock, waitingSteps, offeredSteps }: Connection) {
    this.#now = clock.now();
    const note = (since: number, runId: RunId, into: Map<RunId, number>): void => {
      into.set(runId, Math.min(since, into.get(runId) ?? since));
    };
    for (const { step, since } of waitingSteps) note(since, step.runId, this.#places);
    for (const { offer } of offeredSteps.own) note(offer.at, offer.runId, this.#places);
    for (const { offer } of offeredSteps.foreign) note(offer.at, offer.runId, this.#workers);
  }

  /** See {@link RunSummary.queued}. */
  of({ runId, owner, dueAt, parked, createdAt, status }: RunRecord): RunSummary['queued'] {
    const placeSince = this.#places.get(runId);
    if (placeSince !== undefined) return { for: 'place', since: new Date(placeSince) };
    const workerSince = this.#workers.get(runId);
    if (workerSince !== undefined) return { for: 'worker', since: new Date(workerSince) };
    if (owner !== null || parked !== null || isTerminal(status) || dueAt === null || dueAt > this.#now) return null;
    // A run that was never taken, or was lost with its worker, may be due since ever.
    return { for: 'worker', since: new Date(Math.max(dueAt, createdAt)) };
  }
}
