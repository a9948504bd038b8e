import { runtimeError } from '../contract/runtime-errors.ts';
import type { CarriedHook } from '../journal/events.ts';
import { describeValue } from '../values/describe-value.ts';
import { encodeValue } from './realm-codec.ts';
import { requireScope } from './run-scope.ts';

/**
 * Begins the workflow anew with other arguments, as the same run: with its id, streams and open hooks, and with the newest
 * code. What came before is not replayed any more, so a workflow that goes on for ever stays quick. Does not return;
 * nothing after it is executed, `finally` blocks neither. Children and steps that nobody awaited are not waited for.
 * A hook is had back by `createHook()` with its token, with all payloads that came meanwhile.
 * @param args The arguments, as for `start()`.
 * @throws `continue_arguments_not_array`, `value_not_serializable`; `run_cancelled` when the run is to end.
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
