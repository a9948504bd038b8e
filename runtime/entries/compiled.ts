/** `workflow/internal/compiled` where steps and the application run. For code that the compiler made; not an API. */
import '../contract/node-version.ts';
import type { CompiledHost } from '../contract/compiled.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
export { loadFile, loadPackage, stepFileLoader } from '../host-values/broken-code.ts';
export { loadStepFiles, provideStepFiles } from '../host-values/step-files.ts';
export { embeddedFile } from '../host-values/embedded-files.ts';
import { hostClasses } from '../host-values/host-classes.ts';
export { registerErrorClass } from '../host-values/host-errors.ts';
import { registeredSteps } from '../host-values/registered-steps.ts';
import { markStepFunction } from '../host-values/step-values.ts';
import { nameClass } from '../values/class-registry.ts';

/** See {@link CompiledHost.calledDirectly}. */
export const calledDirectly: CompiledHost['calledDirectly'] = (workflowId) => {
  throw runtimeError('workflow_called_directly', { workflowId });
};

/** See {@link CompiledHost.markWorkflow}. */
export const markWorkflow: CompiledHost['markWorkflow'] = (workflowId, fn) =>
  Object.defineProperty(fn, 'workflowId', { value: workflowId, configurable: true });

/** See {@link CompiledHost.markStep}. */
export const markStep: CompiledHost['markStep'] = (stepName, fn, capture) =>
  markStepFunction(
    {
      stepId: stepName,
      get captured() {
        return capture?.();
      },
    },
    fn,
  );

/** See {@link CompiledHost.registerStep}. */
export const registerStep: CompiledHost['registerStep'] = (stepName, fn, self, holder) => {
  registeredSteps.set(stepName, { kind: 'function', fn, self, ...(holder && { holder }) });
  return markStep(stepName, fn);
};

/** See {@link CompiledHost.registerClosure}. */
export const registerClosure: CompiledHost['registerClosure'] = (stepName, create) =>
  void registeredSteps.set(stepName, { kind: 'closure', create });

/** See {@link CompiledHost.registerClass}. */
export const registerClass: CompiledHost['registerClass'] = (classId, cls, name) => {
  nameClass(cls, name);
  hostClasses.register('application', classId, cls);
};

/** See {@link CompiledHost.registerStepClass}. */
export const registerStepClass: CompiledHost['registerStepClass'] = (classId, cls, name) => {
  nameClass(cls, name);
  hostClasses.register('steps', classId, cls);
};
