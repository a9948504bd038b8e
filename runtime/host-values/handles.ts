/** Runs, hooks and workflow functions as values on the host. */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { HandleMaker } from '../values/handle-values.ts';

const KEY = Symbol.for('workflow.run-maker');
type Holder = { [KEY]?: (runId: string) => object };

/** Says how this process makes the handle of a run. The API does. */
export function provideRunMaker(make: (runId: string) => object): void {
  (globalThis as Holder)[KEY] = make;
}

/** A hook is what `resumeHook()` takes. */
export const hostHandles: HandleMaker = {
  fromReference(reference) {
    if ('run' in reference) return (globalThis as Holder)[KEY]?.(reference.run) ?? { runId: reference.run };
    if ('hook' in reference) return { token: reference.hook };
    const { workflow: workflowId } = reference;
    const call = (): never => {
      throw runtimeError('workflow_called_directly', { workflowId });
    };
    return Object.defineProperty(call, 'workflowId', { value: workflowId });
  },
};
