/** `getWorld().runs`: the runs of the store, with their values. */
import { runErrorCode, type RunErrorCode } from '../contract/error-kinds.ts';
import type { JournalEvent, Payload, RunStatus } from '../journal/events.ts';
import { oneOrMore, readOptions, text } from '../values/read-options.ts';
import type { RunRecord, World } from '../world/world.ts';
import { decodeThrown, describeThrown, type ErrorFacts } from '../observe/error-facts.ts';
import { listRuns } from './list-runs.ts';
import { requireRun } from './require-run.ts';
import { summarizeRuns, type RunSummary } from './run-summary.ts';
import { getRuntime } from './runtime.ts';
import { SealedValue } from './sealed-value.ts';
import {
  pagination,
  type ReadOptions,
  resolveData,
  toWorldPage,
  type WorldListOptions,
  type WorldPage,
} from './world-page.ts';

/** A run, with its values. */
export interface WorldRun extends Omit<RunSummary, 'error'> {
  /** Another name of `buildId`. */
  deploymentId: string | null;
  /** The array of its arguments. */
  input: SealedValue | undefined;
  /** The result of the workflow. */
  output: SealedValue | undefined;
  /** The reason of a run that failed; `code` as of `WorkflowRunFailedError#errorCode`. */
  error: (Omit<ErrorFacts, 'code'> & { code: RunErrorCode }) | undefined;
}

/** Which runs to list. */
export interface ListWorldRunsOptions extends WorldListOptions {
  /** `workflow//…` */
  workflowName?: string;
  status?: RunStatus | readonly RunStatus[];
}

/** The runs of the store. */
export interface WorldRuns {
  /** @throws `run_id_invalid`, `WorkflowRunNotFoundError`, `option_unknown`, `option_invalid`. */
  get(runId: string, options?: ReadOptions): Promise<WorldRun>;
  /** The newest first. With values it reads the journal of each run of the page. @throws As `listRuns` does. */
  list(options?: ListWorldRunsOptions): Promise<WorldPage<WorldRun>>;
}

const listOptions = {
  pagination,
  resolveData,
  workflowName: text,
  status: oneOrMore(['pending', 'running', 'completed', 'failed', 'cancelled']),
};

/** See {@link WorldRuns}. */
export const worldRuns: WorldRuns = {
  async get(runId, options = {}) {
    const { resolveData: wanted } = readOptions('runs.get', options, { resolveData });
    const { world, run } = await requireRun(runId);
    const [summary] = await summarizeRuns(await getRuntime().connect(), [run]);
    return await toWorldRun(summary!, world, wanted);
  },
  async list(options = {}) {
    const {
      resolveData: wanted,
      pagination: page,
      workflowName,
      ...rest
    } = readOptions('runs.list', options, listOptions);
    const conditions = { ...rest, ...page, ...(workflowName !== undefined && { workflow: workflowName }) };
    const { runs, cursor } = await listRuns(conditions);
    const { world } = await getRuntime().connect();
    const data: WorldRun[] = [];
    // One after the other: journals can be long.
    for (const run of runs) data.push(await toWorldRun(run, world, wanted));
    return toWorldPage(data, cursor);
  },
};

async function toWorldRun(run: RunSummary, world: World, wanted: 'all' | 'none' = 'all'): Promise<WorldRun> {
  const journal = wanted === 'all' ? await world.readJournal(run.runId as RunRecord['runId']) : [];
  const input = payloadOf(journal.findLast(({ type }) => type === 'run_created' || type === 'run_continued'));
  const end = journal.at(-1);
  return {
    ...run,
    deploymentId: run.buildId,
    input: seal(input),
    output: end?.type === 'run_completed' ? seal(end.payload) : undefined,
    error: end?.type === 'run_failed' ? describeEnd(end.payload) : undefined,
  };
}

function describeEnd(payload: Payload): WorldRun['error'] {
  const thrown = decodeThrown(payload);
  return { ...describeThrown(thrown), code: runErrorCode(thrown) };
}

const payloadOf = (event: JournalEvent | undefined): Payload | undefined =>
  event && 'payload' in event ? event.payload : undefined;

const seal = (payload: Payload | undefined): SealedValue | undefined =>
  payload === undefined ? undefined : new SealedValue(payload);
