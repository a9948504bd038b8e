import type { Attributes } from '../contract/attributes.ts';
import type { RunId } from '../contract/ids.ts';
import type { RunStatus } from '../journal/events.ts';
import type { RunRecord } from '../world/world.ts';
import type { Connection } from './connection.ts';
import { QueuedRuns } from './queued-steps.ts';
import { readTroubles, type RunError, type RunRetrying, type RunTrouble } from './last-events.ts';

/** A run without its journal, as plain data. `null`: there is none, or not yet. */
export interface RunSummary {
  runId: string;
  /** `workflow//…` */
  workflowName: string;
  status: RunStatus;
  createdAt: Date;
  /** When its first turn was made. */
  startedAt: Date | null;
  completedAt: Date | null;
  /** The build that it runs on; `null` until it has started, unless `start()` named one. */
  buildId: string | null;
  /** The `id` that `start()` was given. */
  key: string | null;
  attributes: Attributes;
  /** The run that started it. */
  parentRunId: string | null;
  isPaused: boolean;
  /**
   * It cannot go on at once. `worker`: it is due, and no worker has taken it; all are full, or none is there. `place`:
   * it is in the hands of this process, where steps of it wait for a place. `null`: neither, as far as this process
   * knows; see also {@link StepSummary.queuedAt}.
   */
  queued: { for: 'worker' | 'place'; since: Date } | null;
  /** Why no worker can continue it, for instance because its code is missing. It is tried again every few seconds. */
  parked: { code: string; message: string } | null;
  /** Why it failed; `null`: it did not. */
  error: RunError | null;
  /** Nothing happens in it but that a step fails and is tried again; `null`: that is not so. */
  retrying: RunRetrying | null;
  /** When it will be removed automatically. */
  expiresAt: Date | null;
}

/** A time of a store, in milliseconds since the epoch, as a `Date`. */
export const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** The sources of a summary besides the record of its run. */
interface SummarySources {
  queued: QueuedRuns;
  troubles: ReadonlyMap<RunId, RunTrouble>;
}

/** Summarizes runs of the store, in their order. */
export async function summarizeRuns(connection: Connection, runs: readonly RunRecord[]): Promise<RunSummary[]> {
  const queued = new QueuedRuns(connection);
  const troubles = await readTroubles(connection.world, runs);
  return runs.map((run) => toRunSummary(run, { queued, troubles }));
}

function toRunSummary(run: RunRecord, { queued, troubles }: SummarySources): RunSummary {
  return {
    runId: run.runId,
    workflowName: run.workflowId,
    status: run.status,
    createdAt: new Date(run.createdAt),
    startedAt: toDate(run.startedAt),
    completedAt: toDate(run.completedAt),
    buildId: run.buildId,
    key: run.key,
    attributes: run.attributes,
    parentRunId: run.parent,
    isPaused: run.pausedAt !== null,
    queued: queued.of(run),
    parked: run.parked && { code: run.parked.code, message: run.parked.message },
    error: troubles.get(run.runId)?.error ?? null,
    retrying: troubles.get(run.runId)?.retrying ?? null,
    expiresAt: toDate(run.expiresAt),
  };
}
