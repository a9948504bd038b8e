/** Runs, hooks and workflow functions as values in the realm. */
import { runtimeError } from '../contract/runtime-errors.ts';
import { HANDLE, type HandleMaker, type HandleReference } from '../values/handle-values.ts';
import { requireScope } from './run-scope.ts';

/** A run that this one did not start: it can be passed to steps, which can do all with it. */
export class RunHandle {
  readonly runId: string;

  constructor(runId: string) {
    this.runId = runId;
  }

  get [HANDLE](): HandleReference {
    return { run: this.runId };
  }
}

/** The rest of a run is read from the store, which only steps do. */
const OUTSIDE = [
  'status',
  'exists',
  'returnValue',
  'readable',
  'workflowName',
  'createdAt',
  'startedAt',
  'completedAt',
  'pausedAt',
  'attributes',
  'writable',
];
const METHODS = [
  'cancel',
  'getReadable',
  'getWritable',
  'wakeUp',
  'pause',
  'resume',
  'setAttributes',
  'summary',
  'journal',
  'steps',
  'fork',
  'retry',
  'moveTo',
  'waitingFor',
  'replay',
];

function refuse(name: string): never {
  throw runtimeError('context_not_in_step', { name: `Run#${name}` });
}

for (const name of OUTSIDE) {
  Object.defineProperty(RunHandle.prototype, name, { get: () => refuse(name), configurable: true });
}
for (const name of METHODS) {
  Object.defineProperty(RunHandle.prototype, name, { value: () => refuse(name), configurable: true });
}

/** A hook of this run is the object that the code has made; another one is what steps give `resumeHook()`. */
export const realmHandles: HandleMaker = {
  fromReference(reference) {
    const { hooks, workflows } = requireScope();
    if ('run' in reference) return new RunHandle(reference.run);
    if ('hook' in reference) {
      const { hook: token } = reference;
      return [...hooks.values()].find((hook) => (hook as { token?: string }).token === token) ?? { token };
    }
    const { workflow: workflowId } = reference;
    return workflows.get(workflowId) ?? toStandIn(workflowId);
  },
};

/** A workflow of another module: it can be started, and passed on. */
function toStandIn(workflowId: string): object {
  const call = (): never => {
    throw runtimeError('workflow_called_directly', { workflowId });
  };
  return Object.defineProperty(call, 'workflowId', { value: workflowId });
}
