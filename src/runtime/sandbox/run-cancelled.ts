import { runtimeError } from '../contract/runtime-errors.ts';
import { WorkflowError } from '../contract/errors.ts';

/** The error with which everything a cancelled run waits for is rejected. */
export function runCancelled(runId: string, reason: string | undefined): Error {
  return runtimeError('run_cancelled', { runId, reason });
}

export const isRunCancelled = (error: unknown): boolean => WorkflowError.is(error) && error.code === 'run_cancelled';
