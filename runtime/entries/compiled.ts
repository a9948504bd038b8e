/** `workflow/internal/compiled` where steps and the application run. For code that the compiler made; not an API. */
import '../contract/node-version.ts';
import type { RegisteredStep } from '../contract/build.ts';
import type { CompiledHost, Registry } from '../contract/compiled.ts';
import type { Layer } from '../contract/layers.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
export { loadFile, loadPackage } from '../host-values/broken-code.ts';
import { loadStepFilesInto } from '../host-values/step-files.ts';
export { addSteps, hasStepFiles, provideStepFiles } from '../host-values/step-files.ts';
export { embeddedFile } from '../host-values/embedded-files.ts';
import { hostClasses } from '../host-values/host-classes.ts';
export { registerErrorClass } from '../host-values/host-errors.ts';
import { codeOf } from '../host-values/layers.ts';
import { noteLayer } from '../host-values/receiver.ts';
import { registeredSteps } from '../host-values/registered-steps.ts';
import { markStepFunction } from '../host-values/step-values.ts';
import { nameClass } from '../values/class-registry.ts';

/** See {@link CompiledHost.calledDirectly}. */
export const calledDirectly: CompiledHost['calledDirectly'] = (workflowId) => {
  throw runtimeError('workflow_called_directly', { workflowId });
};

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

/** See {@link CompiledHost.registryOf}. */
export const registryOf: CompiledHost['registryOf'] = (layer) => createRegistry(codeOf(layer).steps, layer);

/** The functions for modules that are evaluated once. */
export const { markWorkflow, registerStep, registerClosure, registerClass, loadStepFiles }: Registry =
  createRegistry(registeredSteps);

function createRegistry(steps: Map<string, RegisteredStep>, layer?: Layer): Registry {
  const inLayer = layer && { layer };
  return {
    markWorkflow(workflowId, fn) {
      if (layer) noteLayer(fn, layer);
      return Object.defineProperty(fn, 'workflowId', { value: workflowId, configurable: true });
    },
    registerStep(stepName, fn, self, holder) {
      steps.set(stepName, { kind: 'function', fn, self, ...(holder && { holder }), ...inLayer });
      return markStep(stepName, fn);
    },
    registerClosure: (stepName, create) => void steps.set(stepName, { kind: 'closure', create, ...inLayer }),
    registerClass(classId, cls, name) {
      nameClass(cls, name);
      hostClasses.register(layer ?? null, classId, cls);
    },
    loadStepFiles: (list, loadBundle, options) => loadStepFilesInto({ steps, ...inLayer }, list, loadBundle, options),
  };
}
