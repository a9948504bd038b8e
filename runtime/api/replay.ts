/** Replays a run read-only against the code of this process. */
import { WorkflowError } from '../contract/errors.ts';
import { WorkflowRunNotFoundError } from '../contract/run-errors.ts';
import type { RunId } from '../contract/ids.ts';
import { replayRun, type ReplayedBuild, type RunReplay } from '../engine/replay-run.ts';
import type { WorkflowBundle } from '../contract/build.ts';
import type { Connection } from './connection.ts';
import { requireRun } from './require-run.ts';
import { getRuntime } from './runtime.ts';

/** The result of `Run.replay()`. */
export type ReplayOutcome =
  | { fits: true; /** The build of this process. */ buildId: string }
  | {
      fits: false;
      /** Of the reason, such as `run_diverged`. */
      code: string;
      /** The expected command, the found one, and its place. */
      message: string;
      /** The event of the journal at which it ended; `null`: before the first. */
      seq: number | null;
      /**
       * Where the code asks for something else, such as `workflows/order.ts:12:9`; `null`: it asks for nothing there,
       * or the build has no source map.
       */
      at: string | null;
    };

/** A run that begins anew over and over is looked at no more often. */
const TRIES_MAX = 5;

/**
 * Replays the whole journal against the build of this process. Nothing changes, and no step runs.
 * @throws `WorkflowRunNotFoundError`; `bundle_missing` in a process that has no build.
 */
export async function replayPresent(connection: Connection, runId: RunId): Promise<ReplayOutcome> {
  connection.builds.requireCurrentId();
  return await replayOn(connection, runId, 'present');
}

/**
 * Replays the whole journal of a run against this bundle, which need not be in the store.
 * @throws `run_id_invalid`, `WorkflowRunNotFoundError`.
 */
export async function replayWith(runId: string, bundle: WorkflowBundle): Promise<ReplayOutcome> {
  const { run } = await requireRun(runId);
  return await replayOn(await getRuntime().connect(), run.runId, bundle);
}

async function replayOn(connection: Connection, runId: RunId, build: ReplayedBuild): Promise<ReplayOutcome> {
  for (let tries = 1; ; tries += 1) {
    const run = await connection.world.readRun(runId);
    if (!run) throw new WorkflowRunNotFoundError(runId);
    const replay = await replayRun(connection, run, build);
    if (replay.kind === 'gone' && tries < TRIES_MAX) continue;
    if (replay.kind === 'gone') throw new WorkflowRunNotFoundError(runId);
    return toOutcome(replay);
  }
}

function toOutcome(replay: Exclude<RunReplay, { kind: 'gone' }>): ReplayOutcome {
  if (replay.kind === 'fits') return { fits: true, buildId: replay.buildId };
  const { error } = replay;
  return {
    fits: false,
    code: WorkflowError.is(error) ? error.code : 'run_broken',
    message: error.message,
    seq: replay.kind === 'no code' ? null : replay.seq,
    at: replay.kind === 'diverged' ? replay.at : null,
  };
}
