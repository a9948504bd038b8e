/** How errors of operations are answered. */
import { WorkflowWorldError } from '../contract/error-kinds.ts';
import { WorkflowError } from '../contract/errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';

/** An error for a caller. */
export interface RefusedOperation {
  status: number;
  error: WorkflowError;
}

/** Codes that blame the argument of the caller. */
const MISTAKE =
  /^(?:option|query|start_option|duration|attribute|hook_token|hook_id|run_id|wait_id|fork_step|value|world_cursor)_/;
const STATUSES: Readonly<Record<string, number>> = {
  run_not_found: 404,
  hook_not_found: 404,
  hook_id_reused: 409,
  value_too_large: 413,
  host_without_store: 503,
  runtime_closed: 503,
};

/**
 * The answer for an error. `null`: it is of the store, or not of this package, and callers hear nothing of it.
 */
export function toRefused(thrown: unknown): RefusedOperation | null {
  if (!WorkflowError.is(thrown)) return null;
  const known = STATUSES[thrown.code];
  if (known !== undefined) return { status: known, error: thrown };
  if (MISTAKE.test(thrown.code)) return { status: 400, error: thrown };
  // Everything else says that the state of the run, or of this process, does not allow it.
  return WorkflowWorldError.is(thrown) ? null : { status: 409, error: thrown };
}

/** The store cannot be reached. */
export const UNAVAILABLE = (): RefusedOperation => ({ status: 503, error: runtimeError('store_unavailable', {}) });
