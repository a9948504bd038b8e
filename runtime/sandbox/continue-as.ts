import { runtimeError } from '../contract/runtime-errors.ts';
import type { CarriedHook } from '../journal/events.ts';
import { describeValue } from '../values/describe-value.ts';
import { encodeValue } from './realm-codec.ts';
import { requireScope } from './run-scope.ts';

/**
 * Restarts the workflow with other arguments as the same run: it keeps its id, streams and open hooks, and uses the
 * newest code. The history before it is no longer replayed, so a workflow without an end stays fast. The call does not
 * return, and nothing after it is executed, including `finally` blocks. Children and steps that nobody awaited are not
 * waited for. To get a kept hook back, call `createHook()` with its token; it has all payloads that came meanwhile.
 * @param args The arguments, as for `start()`.
 * @throws `continue_arguments_not_array`, `value_not_serializable`; `run_cancelled` when the run is being stopped.
 */
export function continueAs(args: unknown[] = []): Promise<never> {
  const scope = requireScope();
  if (!Array.isArray(args)) throw runtimeError('continue_arguments_not_array', { found: describeValue(args) });
  if (scope.stopped) throw scope.stopped.error;
  const payload = encodeValue(args, 'args');
  const hooks = [...scope.hooks.values(), ...scope.carried.values()]
    .map((hook) => hook.carry())
    .filter((hook): hook is CarriedHook => hook !== null);
  scope.ask({ type: 'run_continued', payload, firstCall: scope.callCount, hooks });
  scope.close();
  return new Promise(() => {});
}
