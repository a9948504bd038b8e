import { toStepId, type RunId } from '../contract/ids.ts';
import { decodeStepInput, decodeValue } from '../host-values/host-codec.ts';
import { readSteps, type StepRecord, type StepStatus } from '../observe/step-history.ts';
import { describeEncoded, type ErrorFacts } from '../observe/error-facts.ts';
import { readLabel } from '../observe/step-labels.ts';
import { UnreadableValue, tryToRead } from '../observe/unreadable-value.ts';
import { describeReason } from '../values/describe-value.ts';
import { isStoreTrouble } from '../world/messages.ts';
import type { Payload } from '../journal/events.ts';
import { openCalls } from './list-calls.ts';
import { readStoredOf } from './read-stored.ts';
import type { World } from '../world/world.ts';
import { createListing, type Listing } from './listing.ts';
import {
  flag,
  oneOrMore,
  pageOptions,
  readOptions,
  type OptionTable,
  type PageOptions,
} from '../values/read-options.ts';
import { readQueue } from './queued-steps.ts';
import { toDate } from './run-summary.ts';

/** Which step calls to list, and whether to decode their values. */
export interface ListStepsOptions extends PageOptions {
  /** Step calls with this status, or one of these. */
  status?: StepStatus | readonly StepStatus[];
  /** Also decode arguments, results and heartbeats. Default false. */
  values?: boolean;
}

/** One step call, as plain data. `null`: there is none, or not yet. */
export interface StepSummary {
  /** The same as `getStepMetadata().stepId`. */
  stepId: string;
  /** `step//…` */
  stepName: string;
  /** The name that the step's `label` gave the call. */
  label: string | null;
  status: StepStatus;
  /** The number of the current, next or last attempt, from 1. */
  attempt: number;
  /** Attempts that ended with their process. */
  interruptions: number;
  createdAt: Date;
  /**
   * For a pending step: since when it waits for a place, or for a worker. The process that works on the run knows it
   * exactly. Others go by the journal, in which an attempt shows a moment after it has begun.
   */
  queuedAt: Date | null;
  /** When that attempt began. For a running attempt: when it was found to take longer than a moment. */
  startedAt: Date | null;
  completedAt: Date | null;
  /** When the next attempt may begin. */
  retryAt: Date | null;
  /** The error of the last attempt that failed. */
  lastError: ErrorFacts | null;
  lastHeartbeatAt: Date | null;
  /** With `values`: the arguments. A value that this process cannot decode is an `UnreadableValue`. */
  input?: unknown[] | UnreadableValue;
  /** With `values`, for a completed step: its result. */
  result?: unknown;
  /** With `values`: the detail of the last heartbeat. */
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
 * Lists the step calls of a run in the order of the calls: one page when awaited, all of them when iterated.
 * @throws `run_id_invalid`, `WorkflowRunNotFoundError`, `option_unknown`, `option_invalid`,
 *   `query_cursor_invalid`.
 */
export function listSteps(runId: string, options: ListStepsOptions = {}): Listing<'steps', StepSummary> {
  return createListing('steps', async () => {
    const { status, values = false, ...page } = readOptions<CheckedOptions>('listSteps', options, listStepsOptions);
    const queue = await readQueue(runId as RunId);
    return await openCalls(runId, page, {
      read: (journal) => readSteps(journal).filter((step) => status?.includes(step.status) ?? true),
      toItem: async (step, world) => ({
        ...toStepSummary(runId as RunId, step, queue.since(step)),
        ...(values && (await decodeValues(step, world))),
      }),
    });
  });
}

/** @param queuedAt Since when it waits, in milliseconds since the epoch; `null`: it does not. */
export function toStepSummary(runId: RunId, step: StepRecord, queuedAt: number | null): StepSummary {
  return {
    stepId: toStepId(runId, step.call),
    stepName: step.name,
    label: readLabel(step.label),
    status: step.status,
    attempt: step.attempt,
    interruptions: step.interruptions,
    createdAt: new Date(step.createdAt),
    queuedAt: toDate(queuedAt),
    startedAt: toDate(step.startedAt),
    completedAt: toDate(step.completedAt),
    retryAt: toDate(step.retryAt),
    lastError: step.error === null ? null : describeEncoded(step.error),
    lastHeartbeatAt: toDate(step.heartbeat?.at ?? null),
  };
}

async function decodeValues(
  { input, result, heartbeat }: StepRecord,
  world: World,
): Promise<Pick<StepSummary, 'input' | 'result' | 'heartbeat'>> {
  return {
    input: await readInput(input, world),
    ...(result !== null && { result: tryToRead(() => decodeValue(result)) }),
    ...(heartbeat && { heartbeat: tryToRead(() => decodeValue(heartbeat.detail)) }),
  };
}

/** Stored values that it refers to may be gone; that the store does not answer is another matter. */
async function readInput(input: Payload, world: World): Promise<unknown[] | UnreadableValue> {
  try {
    return decodeStepInput(input, await readStoredOf(world, [input])).args;
  } catch (error) {
    if (isStoreTrouble(error)) throw error;
    return new UnreadableValue(describeReason(error));
  }
}
