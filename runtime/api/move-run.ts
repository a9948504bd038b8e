/** Moves a run to other code. */
import type { BuildId, RunId } from '../contract/ids.ts';
import { EntityConflictError } from '../contract/run-errors.ts';
import type { WorkflowError } from '../contract/errors.ts';
import { newerBehaviour } from '../journal/behaviours.ts';
import { isTerminal } from '../journal/events.ts';
import { RunStateMachine } from '../journal/run-state.ts';
import { sinceBase } from '../journal/replay-base.ts';
import { flag, readOptions, text, type OptionTable } from '../values/read-options.ts';
import { RunCode } from '../engine/run-code.ts';
import { keepProcessAlive } from '../worker/system-clock.ts';
import { lookUntilFound } from '../world/look-until-found.ts';
import type { RunRecord } from '../world/world.ts';
import type { Connection } from './connection.ts';
import { keepAwake } from './keep-awake.ts';

/** How `Run.moveTo()` moves a run. */
export interface MoveOptions {
  /** Only checks whether the journal fits; nothing changes. Default false. */
  dryRun?: boolean;
  /** The build to move to. Default: the newest build of this process. */
  buildId?: string;
}

const moveOptions: OptionTable<Required<MoveOptions>> = { dryRun: flag, buildId: text };

/** The result of `Run.moveTo()`. */
export interface MoveOutcome {
  /** Whether the code asks for what the journal holds. */
  fits: boolean;
  /** Whether the run now continues with that build. */
  moved: boolean;
  buildId: string;
  /** Why it does not fit: the expected command, the found one, and its place. */
  problem: { code: string; message: string } | null;
}

/**
 * Moves a run to another build if a replay of its journal fits, and waits until its owner has done so. Rejects
 * `EntityConflictError` when the run has ended.
 */
export async function moveRun(connection: Connection, run: RunRecord, options: MoveOptions): Promise<MoveOutcome> {
  if (isTerminal(run.status)) throw new EntityConflictError(run.runId, run.status);
  const { buildId: wanted, dryRun = false } = readOptions('moveTo', options, moveOptions);
  const buildId = (wanted ?? connection.builds.requireCurrentId()) as BuildId;
  const trouble = await tryBuild(connection, run, buildId);
  if (trouble) {
    const { code, message } = trouble;
    return { fits: false, moved: false, buildId, problem: { code, message } };
  }
  const isThere = run.buildId === buildId;
  if (dryRun || isThere) return { fits: true, moved: isThere, buildId, problem: null };
  return { fits: true, moved: await askToMove(connection, run.runId, buildId), buildId, problem: null };
}

/** Replays the current journal on that build; returns the error, or `null`. */
async function tryBuild(
  { world, builds, memory }: Connection,
  run: RunRecord,
  buildId: BuildId,
): Promise<WorkflowError | null> {
  const journal = sinceBase(await world.readJournal(run.runId), run.baseSeq);
  const newer = newerBehaviour(run.runId, journal);
  if (newer) return newer;
  const { state } = RunStateMachine.read(run.runId, journal);
  const code = new RunCode({
    state,
    builds,
    memory,
    readJournal: async (...range) => ({ kind: 'answer', value: await world.readJournal(run.runId, ...range) }),
    learn: async (wanted) => ({ kind: 'answer', value: await builds.steps.learn(wanted) }),
    load: async (wanted) => ({ kind: 'answer', value: await builds.load(wanted) }),
  });
  // A run that no worker of this process has had.
  await builds.steps.learn(state.buildId);
  const outcome = await code.moveTo(buildId);
  return outcome.kind === 'unfit' ? outcome.error : null;
}

/** Resolves when the owner of the run has tried: to whether the run continues with that build. */
async function askToMove({ world, clock, closing }: Connection, runId: RunId, buildId: BuildId): Promise<boolean> {
  const outcome = await world.deliver(runId, { type: 'move', buildId }, clock.now());
  if (!outcome.ok) throw new EntityConflictError(runId, (await world.readRun(runId))?.status ?? 'deleted');
  void keepAwake();
  const look = async (): Promise<boolean | undefined> => {
    const run = await world.readRun(runId);
    if (run?.buildId === buildId) return true;
    return !run || isTerminal(run.status) || run.inboxTaken >= outcome.message.n ? false : undefined;
  };
  const subscribe = (wake: () => void) => world.subscribe(wake);
  return (await lookUntilFound(look, { subscribe, keepAlive: keepProcessAlive, closing })) ?? false;
}
