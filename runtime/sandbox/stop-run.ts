/** Stops a run because it was cancelled or its timeout is over. */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { Command } from '../journal/commands.ts';
import type { RunCancelRequested } from '../journal/events.ts';
import { encodeError } from './realm-codec.ts';
import { requireScope, type Stop } from './run-scope.ts';

/** Rejects everything the run waits for, so that its `finally` blocks run. */
export function stopRun({ cause, reason }: RunCancelRequested): void {
  const scope = requireScope();
  const { runId } = scope.identity;
  const error =
    cause === 'timeout' ? runtimeError('run_timed_out', { runId }) : runtimeError('run_cancelled', { runId, reason });
  scope.stopped = { cause: cause ?? 'cancel', error };
  const waiting = [...scope.pending.values()];
  scope.pending.clear();
  for (const pending of waiting) pending.reject(error);
  for (const hook of scope.hooks.values()) hook.cancel(error);
}

/** The final command of a stopped run; what its code returned or threw no longer matters. */
export const toStopCommand = ({ cause, error }: Stop): Command =>
  cause === 'timeout' ? { type: 'run_failed', payload: encodeError(error) } : { type: 'run_cancelled' };
