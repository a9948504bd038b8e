/** How builds try out a workflow bundle. They are told from outside, because the compiler has no sandbox. */
import type { LoadFailure, WorkflowBundle } from '../../runtime/contract/build.ts';

/** Time for the modules of one workflow to load, which every run waits for. */
const LOAD_TIMEOUT_MS = 5000;

/**
 * Loads the modules of every workflow in a bundle, as `BuilderOptions.tryBundle` has it. The sandbox is imported when
 * the first bundle is there: most of what a build needs is loaded by then.
 */
export async function loadAsRunsDo(bundle: WorkflowBundle): Promise<readonly LoadFailure[]> {
  const { tryBundle } = await import('../../runtime/entries/try-bundle.ts');
  return tryBundle(bundle, { nowMs: Date.now(), timeoutMs: LOAD_TIMEOUT_MS });
}
