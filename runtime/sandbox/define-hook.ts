import type { Hook, HookOptions } from '../contract/hooks.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { createHook } from './hook.ts';

/**
 * A hook with a checked payload. Here, inside a workflow, it can be opened; outside, `resume` checks and sends a
 * payload.
 */
export function defineHook<Output>(): {
  create(options?: HookOptions): Hook<Output>;
  resume(): never;
} {
  return {
    create: (options) => createHook<Output>(options),
    resume() {
      throw runtimeError('sandbox_import_outside', { name: 'resume()' });
    },
  };
}
