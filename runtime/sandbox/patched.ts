import { runtimeError } from '../contract/runtime-errors.ts';
import { requireScope } from './run-scope.ts';

/**
 * Tells old runs from new ones when the code of a workflow changes. It is `true` for runs that reach it for the first
 * time with code that has this call, and `false` for runs that passed this point before. The answer is the same for the
 * whole run.
 * @param id Names the change; never reuse it for another one.
 * @throws `patch_id_invalid`.
 */
export function patched(id: string): boolean {
  if (typeof id !== 'string' || id === '') throw runtimeError('patch_id_invalid', { found: typeof id });
  const scope = requireScope();
  const given = scope.patches.get(id);
  if (given !== undefined) return given;
  const has = !scope.replaying || scope.identity.patches.includes(id);
  scope.patches.set(id, has);
  if (has) scope.ask({ type: 'patched', id });
  return has;
}
