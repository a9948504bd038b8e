/** Why runs failed, and which only look as if they went on: both stand in the last events of their journals. */
import type { RunId } from '../contract/ids.ts';
import { describeEncoded, type ErrorFacts } from '../observe/error-facts.ts';
import type { RunRecord, TroubleEvent, World } from '../world/world.ts';

/** Why a run failed. */
export interface RunError extends ErrorFacts {
  /** The step that has thrown the error, or a cause of it: `step//…`. `null`: the workflow's own code has. */
  step: string | null;
}

/** A run in which nothing happens but that a step fails and is tried again. */
export interface RunRetrying {
  /** Attempts that have failed. */
  failures: number;
  /** When the next one may begin. */
  nextAt: Date;
  /** Of the last attempt; `null`: it was cut off. */
  error: ErrorFacts | null;
}

/** The news in the last event of a run. */
export interface RunTrouble {
  error: RunError | null;
  retrying: RunRetrying | null;
}

/** Reads it for those of the runs that may have any. */
export async function readTroubles(world: World, runs: readonly RunRecord[]): Promise<ReadonlyMap<RunId, RunTrouble>> {
  const asked = runs.filter(({ status }) => status === 'failed' || status === 'running');
  if (asked.length === 0) return new Map();
  const troubles = await world.readTroubles(asked.map(({ runId }) => runId));
  return new Map(troubles.map(({ runId, event }) => [runId, toTrouble(event)]));
}

function toTrouble(event: TroubleEvent): RunTrouble {
  if (event.type === 'run_failed')
    return { error: { ...describeEncoded(event.payload), step: event.step?.name ?? null }, retrying: null };
  const { attempt: failures, retryAt, payload } = event;
  const error = payload === undefined ? null : describeEncoded(payload);
  return { error: null, retrying: { failures, nextAt: new Date(retryAt), error } };
}
