import { toStepId, type RunId } from '../contract/ids.ts';
import { decodeStepInput, decodeValue } from '../host-values/host-codec.ts';
import type { Payload } from '../journal/events.ts';
import { readSteps, type StepRecord, type StepStatus } from '../observe/step-history.ts';
import { describeReason } from '../values/describe-value.ts';
import { openCalls } from './list-calls.ts';
import { readStoredOf } from './read-stored.ts';
import type { World } from '../world/world.ts';
import { createListing, type Listing } from './listing.ts';
import { flag, oneOrMore, pageOptions, readOptions, type OptionTable, type PageOptions } from './query-options.ts';
import { toDate } from './run-summary.ts';

export interface ListStepsOptions extends PageOptions {
  /** Step calls with this status, or one of these. */
  status?: StepStatus | readonly StepStatus[];
  /** Also decode arguments, results and heartbeats. Default false. */
  values?: boolean;
}

/** One step call, as plain data. `null`: there is none, or not yet. */
export interface StepSummary {
  /** What `getStepMetadata().stepId` gives. */
  stepId: string;
  /** `step//…` */
  stepName: string;
  status: StepStatus;
  /** The attempt that runs, comes next, or was the last one; from 1. */
  attempt: number;
  /** Attempts that were cut off by the end of their process. */
  interruptions: number;
  createdAt: Date;
  /** When that attempt began. For one that still runs: when it was noticed to take longer than a moment. */
  startedAt: Date | null;
  completedAt: Date | null;
  /** When the next attempt may begin. */
  retryAt: Date | null;
  /** Of the last attempt that failed. */
  lastError: { name: string; message: string } | null;
  lastHeartbeatAt: Date | null;
  /** With `values`: the arguments. */
  input?: unknown[];
  /** With `values`, when it has completed: what it returned. */
  result?: unknown;
  /** With `values`: what the last heartbeat said. */
  heartbeat?: unknown;
}

interface CheckedOptions extends Required<PageOptions> {
  status: StepStatus[];
  values: boolean;
}

const listStepsOptions: OptionTable<CheckedOptions> = {
  ...pageOptions,
  status: oneOrMore(['pending', 'running', 'completed', 'failed', 'abandoned']),
  values: flag,
};

/**
 * The step calls of a run, in the order in which it asked for them: one page when awaited, all of them when iterated.
 * @throws `run_id_invalid`, `WorkflowRunNotFoundError`, `query_option_unknown`, `query_option_invalid`,
 * `query_cursor_invalid`; with `values`, what a value that cannot be decoded here throws.
 */
export function listSteps(runId: string, options: ListStepsOptions = {}): Listing<'steps', StepSummary> {
  return createListing('steps', async () => {
    const { status, values = false, ...page } = readOptions<CheckedOptions>('listSteps', options, listStepsOptions);
    return await openCalls(runId, page, {
      read: (journal) => readSteps(journal).filter((step) => status?.includes(step.status) ?? true),
      toItem: async (step, world) => ({
        ...toSummary(runId as RunId, step),
        ...(values && (await decodeValues(step, world))),
      }),
    });
  });
}

function toSummary(runId: RunId, step: StepRecord): StepSummary {
  return {
    stepId: toStepId(runId, step.call),
    stepName: step.name,
    status: step.status,
    attempt: step.attempt,
    interruptions: step.interruptions,
    createdAt: new Date(step.createdAt),
    startedAt: toDate(step.startedAt),
    completedAt: toDate(step.completedAt),
    retryAt: toDate(step.retryAt),
    lastError: step.error === null ? null : describeError(step.error),
    lastHeartbeatAt: toDate(step.heartbeat?.at ?? null),
  };
}

async function decodeValues(
  { input, result, heartbeat }: StepRecord,
  world: World,
): Promise<Pick<StepSummary, 'input' | 'result' | 'heartbeat'>> {
  return {
    input: decodeStepInput(input, await readStoredOf(world, [input])).args,
    ...(result !== null && { result: decodeValue(result) }),
    ...(heartbeat && { heartbeat: decodeValue(heartbeat.detail) }),
  };
}

/** An error whose class is unknown here must not keep the list from being read. */
function describeError(payload: Payload): { name: string; message: string } {
  let thrown: unknown;
  try {
    thrown = decodeValue(payload);
  } catch (error) {
    return { name: 'Error', message: `(cannot be read here: ${describeReason(error)})` };
  }
  return { name: thrown instanceof Error ? thrown.name : 'Error', message: describeReason(thrown) };
}
