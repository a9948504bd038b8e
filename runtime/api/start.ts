import { encodeValue } from '../host-values/host-codec.ts';
import { encodeWithSignals } from '../host-values/outside-signals.ts';
import { readStartInput } from '../values/start-input.ts';
import { readKey, readRunOptions, type StartOptions } from '../values/start-options.ts';
import { followSignals } from './follow-signals.ts';
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
 *   `value_not_serializable` (with the path to the value).
 */
export async function start<Result>(
  workflow: WorkflowFunction<[], Result> | WorkflowReference,
  args?: [],
  options?: StartOptions,
): Promise<Run<Result>>;
/** Starts a run of a workflow that takes arguments. */
export async function start<Args extends unknown[], Result>(
  workflow: WorkflowFunction<Args, Result> | WorkflowReference,
  args: Args,
  options?: StartOptions,
): Promise<Run<Result>>;
/** Takes both forms. Callers in JavaScript may pass anything, so everything is checked. */
export async function start(workflow: unknown, args: unknown = [], options: StartOptions = {}): Promise<Run> {
  const workflowId = readStartInput(workflow, args);
  const runtime = getRuntime();
  const facts = readRunOptions(options, runtime.now());
  const key = readKey(options);
  const { payload, signals } = await encodeWithSignals(() => encodeValue(args, 'args'));
  const connection = await runtime.connect({ creates: true });
  const { onConflict } = options;
  const runId = await connection.createRun({ workflowId, payload, key, facts, ...(onConflict && { onConflict }) });
  followSignals(runId, signals);
  keepAwake();
  return new Run(runId);
}
