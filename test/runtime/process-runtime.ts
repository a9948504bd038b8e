/** The runtime of the process of a test. Other files run in the same process, and have to find none. */
import { onTestFinished } from 'vitest';
import type { Runtime } from '../../runtime/api/runtime.ts';

const KEY = Symbol.for('workflow.runtime');
const holder = globalThis as { [KEY]?: Runtime };

/** The runtime of now; `undefined`: nobody has asked for it yet. */
export const currentRuntime = (): Runtime | undefined => holder[KEY];

/** Makes a runtime that of the process. It is closed and gone when the test ends. */
export function lendRuntime(runtime: Runtime): void {
  holder[KEY] = runtime;
  onTestFinished(async () => {
    await runtime.close();
    if (holder[KEY] === runtime) delete holder[KEY];
  });
}

/** Closes the runtime of the process, for `afterAll`: the next caller makes its own, with the settings of then. */
export async function leaveRuntime(): Promise<void> {
  const runtime = holder[KEY];
  delete holder[KEY];
  await runtime?.close();
}
