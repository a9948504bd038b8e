import { encodeValue } from '../host-values/host-codec.ts';
import { encodeWithSignals } from '../host-values/outside-signals.ts';
import { receiverOf } from '../host-values/receiver.ts';
import { readStartInput } from '../values/start-input.ts';
import type { Duration, Length } from '../values/duration.ts';
import {
  readDeployment,
  readKey,
  readRunOptions,
  type FittingStartOptions,
  type StartOptions,
} from '../values/start-options.ts';
import { followSignals } from './follow-signals.ts';
import { frameworkLine } from './framework-line.ts';
import { keepAwake } from './keep-awake.ts';
import { Run } from './run.ts';
import { getRuntime } from './runtime.ts';

/** A workflow by its id, for code that cannot import the function. */
export interface WorkflowReference {
  workflowId: string;
}

type WorkflowFunction<Args extends unknown[], Result> = (...args: Args) => Promise<Result>;

/**
 * Starts a run. Resolves when the run is durable: from then on it continues by itself, even after a crash.
 * @param workflow A function that begins with `'use workflow'`, or `{ workflowId }`.
 * @param args Its arguments: copied and stored, so they must be serialisable.
 * @throws `start_not_a_workflow`, `start_arguments_not_array`, `start_option_invalid`, `start_id_taken`,
 *   `bundle_missing`, `workflow_code_missing`, `value_not_serializable` (with the path to the value).
 */
export async function start<
  Result,
  Delay extends Duration = Duration,
  Timeout extends Length = Length,
  Retention extends Length = Length,
>(
  workflow: WorkflowFunction<[], Result> | WorkflowReference,
  args?: [],
  options?: FittingStartOptions<Delay, Timeout, Retention> | StartOptions<Delay, Timeout, Retention>,
): Promise<Run<Result>>;
/** Starts a run of a workflow that takes arguments. */
export async function start<
  Args extends unknown[],
  Result,
  Delay extends Duration = Duration,
  Timeout extends Length = Length,
  Retention extends Length = Length,
>(
  workflow: WorkflowFunction<Args, Result> | WorkflowReference,
  args: Args,
  options?: FittingStartOptions<Delay, Timeout, Retention> | StartOptions<Delay, Timeout, Retention>,
): Promise<Run<Result>>;
/** Takes both forms. Callers in JavaScript may pass anything, so everything is checked. */
export async function start(workflow: unknown, args: unknown = [], options: StartOptions = {}): Promise<Run> {
  const workflowId = readStartInput(workflow, args, frameworkLine);
  const runtime = getRuntime();
  // Mistakes are told before a store is opened.
  readRunOptions(options, runtime.now());
  const key = readKey(options);
  const buildId = readDeployment(options);
  const { payload, signals } = await encodeWithSignals(() => encodeValue(args, 'args'));
  const connection = await runtime.connect({ creates: true });
  const refused = buildId && (await connection.builds.refuseBegin(buildId, workflowId));
  if (refused) throw refused;
  const facts = readRunOptions(options, connection.clock.now());
  const { onConflict } = options;
  const runId = await connection.createRun({
    workflowId,
    payload,
    key,
    facts: { ...facts, ...(buildId && { buildId }) },
    ...(onConflict && { onConflict }),
  });
  followSignals(runId, signals);
  void keepAwake();
  return new Run(runId, receiverOf(workflow));
}
