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
  if (connection.owns(runId)) {
    const own = [...connection.waitingSteps].filter(({ step }) => step.runId === runId);
    const sinceByCall = new Map(own.map(({ step, since }) => [step.call, since]));
    return { since: ({ call, status }) => (status === 'pending' ? (sinceByCall.get(call) ?? null) : null) };
  }
  const { run } = await requireRun(runId);
  const isHeld = run.pausedAt !== null || run.parked !== null || isTerminal(run.status);
  const now = connection.clock.now();
  return {
    since({ status, createdAt, retryAt }) {
      const dueAt = Math.max(createdAt, retryAt ?? 0);
      return status === 'pending' && !isHeld && dueAt <= now ? dueAt : null;
    },
  };
}

/** The runs that wait, at one moment. */
export class QueuedRuns {
  readonly #now: number;
  /** Runs of this process with a step that waits, and since when the first of these does. */
  readonly #places = new Map<RunId, number>();

  constructor({ clock, waitingSteps }: Connection) {
    this.#now = clock.now();
    for (const { step, since } of waitingSteps) {
      if (!this.#places.has(step.runId)) this.#places.set(step.runId, since);
    }
  }

  /** See {@link RunSummary.queued}. */
  of({ runId, owner, dueAt, parked, createdAt, status }: RunRecord): RunSummary['queued'] {
    const placeSince = this.#places.get(runId);
    if (placeSince !== undefined) return { for: 'place', since: new Date(placeSince) };
    if (owner !== null || parked !== null || isTerminal(status) || dueAt === null || dueAt > this.#now) return null;
    // A run that was never taken, or was lost with its worker, may be due since ever.
    return { for: 'worker', since: new Date(Math.max(dueAt, createdAt)) };
  }
}
