/** New runs from the history of other runs: fork and retry. */
import type { BuildId, RunId } from '../contract/ids.ts';
import { parseStepId } from '../contract/ids.ts';
import { EntityConflictError } from '../contract/run-errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { copyRun, findLastFailures, type RunCopy } from '../engine/copy-run.ts';
import { encodeValue } from '../host-values/host-codec.ts';
import { behaviourOf } from '../journal/behaviours.ts';
import type { JournalEvent, Payload, RunCreated } from '../journal/events.ts';
import { oneOf, readOptions, text, type OptionTable } from '../values/read-options.ts';
import type { RunRecord } from '../world/world.ts';
import type { Connection } from './connection.ts';
import { actor } from './acting.ts';
import { keepAwake } from './keep-awake.ts';
import { patchesOf, sinceBase } from '../journal/replay-base.ts';

/** How `Run.fork()` copies a run. */
export interface ForkOptions {
  /** Id of a step call: it and everything after it is done again. Default: the whole history is kept. */
  fromStep?: string;
  /**
   * Other arguments. The history is kept as far as the workflow asks for the same things with the same values; what is
   * called with others, and what comes after that, is made anew.
   */
  input?: unknown[];
  /** Results by step id, in place of the results of these steps. Calls that depend on them are made anew, as above. */
  results?: Record<string, unknown>;
  /** The code of the new run: that of the original, or the newest. Default `'same'`. */
  build?: 'same' | 'newest';
}

const forkOptions: OptionTable<Required<ForkOptions>> = {
  fromStep: text,
  input: { expected: 'an array of arguments', read: (given) => (Array.isArray(given) ? given : undefined) },
  results: {
    expected: 'an object of results by step id',
    read: (given) => (typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : undefined),
  },
  build: oneOf(['same', 'newest']),
};

/** How a run is copied. */
interface Edits {
  fromCall: number | null;
  input: Payload | null;
  results: Map<number, Payload>;
  without: Set<number>;
}

/**
 * Makes a new run out of the history of `run`.
 * @throws `fork_step_unknown`, `fork_diverged`, `fork_hook_taken`, `bundle_missing`, `workflow_code_missing`,
 *   `value_not_serializable`.
 */
export async function forkRun(connection: Connection, run: RunRecord, options: ForkOptions): Promise<RunId> {
  const { build = 'same' } = readOptions('fork', options, forkOptions);
  const journal = await connection.world.readJournal(run.runId);
  const { fromStep, input, results = {} } = options;
  const edits: Edits = {
    fromCall: fromStep === undefined ? null : toCall(run.runId, fromStep, journal),
    input: input === undefined ? null : await encodeValue(input, 'input'),
    results: new Map(),
    without: new Set(),
  };
  for (const [stepId, value] of Object.entries(results)) {
    edits.results.set(toCall(run.runId, stepId, journal), await encodeValue(value, `results["${stepId}"]`));
  }
  const buildId = build === 'newest' || run.buildId === null ? await findNewest(connection, run) : run.buildId;
  return await storeCopy(connection, await makeCopy(connection, { run, journal, edits, buildId }));
}

/**
 * Makes a new run that repeats the failed calls with which `run` ended. It uses the newest code if that fits the
 * history, otherwise the code of the run.
 * @throws `EntityConflictError` unless the run failed or was cancelled; `run_retry_futile`, and the errors of
 *   {@link forkRun}.
 */
export async function retryRun(connection: Connection, run: RunRecord): Promise<RunId> {
  if (run.status !== 'failed' && run.status !== 'cancelled') throw new EntityConflictError(run.runId, run.status);
  const journal = await connection.world.readJournal(run.runId);
  const edits: Edits = { fromCall: null, input: null, results: new Map(), without: findLastFailures(journal) };
  const newest = await findNewest(connection, run);
  let copy: RunCopy;
  try {
    copy = await makeCopy(connection, { run, journal, edits, buildId: newest });
  } catch (error) {
    if (run.buildId === null || run.buildId === newest) throw error;
    copy = await makeCopy(connection, { run, journal, edits, buildId: run.buildId });
  }
  if (copy.state.status === 'failed') throw runtimeError('run_retry_futile', { runId: run.runId });
  return await storeCopy(connection, copy);
}

const LOOK_RUNS = 100;

/**
 * The newest build: that of this process. A process without one goes by the runs of the workflow: the one that began
 * last has it. A copy has begun when its original did.
 * @throws `bundle_missing`.
 */
async function findNewest({ builds, world }: Connection, { workflowId }: RunRecord): Promise<BuildId> {
  if (builds.currentId !== null) return builds.currentId;
  const { runs } = await world.listRuns({ workflowId, limit: LOOK_RUNS });
  const begun = runs.filter(({ buildId }) => buildId !== null);
  const [last] = begun.sort((one, other) => (other.startedAt ?? 0) - (one.startedAt ?? 0));
  return last?.buildId ?? builds.requireCurrentId();
}

interface CopyRequest {
  run: RunRecord;
  journal: JournalEvent[];
  edits: Edits;
  buildId: BuildId;
}

async function makeCopy(connection: Connection, { run, journal, edits, buildId }: CopyRequest): Promise<RunCopy> {
  const { builds } = connection;
  const missing = await builds.load(buildId);
  if (missing) throw missing;
  const history = sinceBase(journal, run.baseSeq);
  const runId = await connection.createRunId();
  const created = toCreated(connection, run, history, edits.input);
  const { workflowId, seed, payload } = created;
  const behaviour = behaviourOf(history.findLast((event) => event.type === 'run_continued') ?? created);
  const patches = patchesOf(history);
  const opened = builds.openRun(buildId, { runId, workflowId, seed, behaviour, input: payload, patches });
  if ('error' in opened) throw opened.error;
  const { fromCall, results, without } = edits;
  const copy = copyRun({
    runId,
    created,
    history,
    buildId,
    sandbox: opened.sandbox,
    results,
    fromCall,
    without,
    isEdited: edits.input !== null || results.size > 0,
    newRunFacts: (child) => connection.newRunFacts(child.workflowId),
  });
  const { divergedAt } = copy;
  const isEdited = edits.input !== null || results.size > 0 || without.size > 0;
  // Without edits the code must ask for the same things as before; otherwise completed steps would run again.
  if (divergedAt !== null && !isEdited) throw runtimeError('fork_diverged', { runId: run.runId, seq: divergedAt });
  return copy;
}

/** The copy is a new run: it has no key, and its whole time limit lies before it. */
function toCreated(connection: Connection, run: RunRecord, history: JournalEvent[], input: Payload | null): RunCreated {
  const { key: _key, startAt: _startAt, parent: _parent, by: _by, ...created } = history[0] as RunCreated;
  const at = connection.clock.now();
  const { timeoutMs } = created;
  return {
    ...created,
    // The history of a run that began anew no longer says how it changed them before.
    ...(run.baseSeq > 0 && { attributes: run.attributes }),
    at,
    payload: input ?? created.payload,
    ...actor(),
    forkedFrom: { runId: run.runId, seq: 0 },
    ...(timeoutMs !== undefined && { timeoutMs: timeoutMs + at - (run.startedAt ?? at) }),
  };
}

async function storeCopy({ world }: Connection, { newRun }: RunCopy): Promise<RunId> {
  const outcome = await world.createRun(newRun);
  if (outcome.ok) {
    void keepAwake();
    return newRun.runId;
  }
  if (outcome.reason !== 'tokens_taken') throw new Error(`A new run id cannot be taken (${outcome.reason}).`);
  const [{ token, heldBy } = { token: '', heldBy: '' }] = outcome.conflicts;
  throw runtimeError('fork_hook_taken', { token, heldBy });
}

/** The call of a step id of this run. Throws `fork_step_unknown`. */
function toCall(runId: RunId, stepId: string, journal: JournalEvent[]): number {
  const parsed = parseStepId(stepId);
  const isKnown = journal.some((event) => event.type === 'step_created' && event.call === parsed?.call);
  if (parsed?.runId !== runId || !isKnown) throw runtimeError('fork_step_unknown', { runId, stepId });
  return parsed.call;
}
