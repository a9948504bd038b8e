/** Executes one call, in the workflow. */
import { FatalError } from 'workflow';
import type { CallOutcome, CheckedCall } from './tool-calls.ts';
import { describeError } from './describe-error.ts';

/** When the run itself ends, the error must not go to a model. */
const END_OF_RUN: ReadonlySet<unknown> = new Set(['run_cancelled', 'run_timed_out']);
/** Whether an error says that the run itself ends: by a cancel, or because its time is over. */
export const isEndOfRun = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && END_OF_RUN.has(error.code);

/**
 * @param onPreliminary Called with each value of a generator but the last.
 * @throws {FatalError} The tool's own `FatalError`. Every other error is an outcome that the model is told.
 */
export async function executeTool(
  { tool, input, options }: CheckedCall,
  onPreliminary: (output: unknown) => Promise<void>,
): Promise<CallOutcome> {
  try {
    const given = tool.execute!(input, options);
    const output = isGenerator(given) ? await takeLast(given, onPreliminary) : await (given as unknown);
    return { kind: 'result', output };
  } catch (error) {
    if (FatalError.is(error) || isEndOfRun(error)) throw error;
    return { kind: 'error', error, reason: describeError(error) };
  }
}

const isGenerator = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** A value is shown when the next one comes: the last is the result. */
async function takeLast(
  values: AsyncIterable<unknown>,
  onPreliminary: (output: unknown) => Promise<void>,
): Promise<unknown> {
  let last: { value: unknown } | null = null;
  for await (const value of values) {
    await onPreliminary(value);
    last = { value };
  }
  return last?.value;
}
