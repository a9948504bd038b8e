/**
 * The object that a bundle gets as `__workflow__`: the whole interface between compiled workflows and the runtime.
 * Archived bundles of older builds use it too, so entries are only ever added.
 */
import type { CompiledSandbox } from '../contract/compiled.ts';
import { isInstanceOf } from '../values/error-classes.ts';
import { FatalError, RetryableError } from '../values/step-errors.ts';
import { startChild } from './child-run.ts';
import { continueAs } from './continue-as.ts';
import { createHook, defineHook } from './hook.ts';
import { createWebhook } from './webhook.ts';
import { patched } from './patched.ts';
import { registerClass, registerError } from './realm-classes.ts';
import { requireScope } from './run-scope.ts';
import { setAttributes } from './set-attributes.ts';
import { sleep } from './sleep.ts';
import { openStoredList } from './stored-list.ts';
import { stepProxy } from './step-proxy.ts';
import { getWorkflowMetadata } from './workflow-metadata.ts';
import { getWritable } from './workflow-writable.ts';
import { HookConflictError } from '../contract/hook-conflict-error.ts';
import { FETCH_STEP } from '../contract/library-steps.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { nameClass, WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from '../values/class-registry.ts';

const registerWorkflow: CompiledSandbox['registerWorkflow'] = (workflowId, fn, self, selfName) => {
  if (self) nameClass(self, selfName);
  const workflow = fn as unknown as (...args: unknown[]) => unknown;
  requireScope().workflows.set(workflowId, self === undefined ? workflow : workflow.bind(self));
  Object.defineProperty(fn, 'workflowId', { value: workflowId });
  return fn;
};

/** Replaces a function of the host that workflow code imports; calling it throws. */
const outside = (name: string) => (): never => {
  throw runtimeError('sandbox_import_outside', { name });
};

/** Replaces a function for steps; calling it in a workflow throws. */
const inSteps = (name: string) => (): never => {
  throw runtimeError('context_not_in_step', { name });
};

/** Replaces `import()` of modules that are not in the bundle. */
async function importModule(): Promise<never> {
  throw runtimeError('sandbox_import_outside', { name: 'import() of a module that is known only at run time' });
}

/** The functions and classes for compiled workflow code. */
export const workflowRuntime = {
  registerWorkflow,
  registerClass,
  registerError,
  isInstanceOf,
  stepProxy,
  outside,
  importModule,
  setAttributes,
  sleep,
  startChild,
  continueAs,
  patched,
  createHook,
  createWebhook,
  defineHook,
  getStepMetadata: inSteps('getStepMetadata'),
  getWorkflowMetadata,
  getWritable,
  heartbeat: inSteps('heartbeat'),
  openStoredList,
  runBehaviour: () => requireScope().identity.behaviour,
  readStream: inSteps('readStream'),
  gatherWrites: inSteps('gatherWrites'),
  readWritten: inSteps('readWritten'),
  restartWriting: inSteps('restartWriting'),
  fetch: stepProxy(FETCH_STEP) as unknown as typeof fetch,
  FatalError,
  RetryableError,
  HookConflictError,
  WORKFLOW_SERIALIZE,
  WORKFLOW_DESERIALIZE,
};
/** The type of `__workflow__`. */
export type WorkflowRuntime = typeof workflowRuntime;
