/** Several copies of this package in one process share one runtime: that of the copy that was loaded first. */
import type { WorkflowError } from '../contract/errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';

/** One copy of this package. */
export interface PackageCopy {
  version: string;
  /** Address of a module of the copy. */
  place: string;
}

/** The key under which all copies find the first one. */
const KEY = Symbol.for('workflow.first-copy');
type Holder = { [KEY]?: PackageCopy };

/**
 * Each copy calls this before it uses the runtime.
 * @returns A warning for the user when this copy has another version than the first one; otherwise `null`.
 */
export function joinCopies(own: PackageCopy): WorkflowError | null {
  const first = ((globalThis as Holder)[KEY] ??= own);
  return first.version === own.version ? null : runtimeError('runtime_version_differs', { first, own });
}
