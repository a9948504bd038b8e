/** Two copies of this package in one process share one runtime, which is that of the copy that came first. */
import type { WorkflowError } from '../contract/errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';

export interface PackageCopy {
  version: string;
  /** Address of a module of the copy. */
  place: string;
}

/** Under which all copies know the first one. */
const KEY = Symbol.for('workflow.first-copy');
type Holder = { [KEY]?: PackageCopy };

/**
 * Called by each copy, before it uses the runtime.
 * @returns What to tell the user: this copy is of another version than the first one. `null`: it is the first, or the same.
 */
export function joinCopies(own: PackageCopy): WorkflowError | null {
  const first = ((globalThis as Holder)[KEY] ??= own);
  return first.version === own.version ? null : runtimeError('runtime_version_differs', { first, own });
}
