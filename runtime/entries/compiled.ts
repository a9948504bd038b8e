/** `workflow/internal/compiled` where steps and the application run. For code that the compiler made; not an API. */
import '../contract/node-version.ts';
import type { CompiledHost } from '../contract/compiled.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { hostClasses } from '../host-values/host-classes.ts';
import { markStepFunction } from '../host-values/step-values.ts';

export const calledDirectly: CompiledHost['calledDirectly'] = (workflowId) => {
  throw runtimeError('workflow_called_directly', { workflowId });
};

export const markWorkflow: CompiledHost['markWorkflow'] = (workflowId, fn) =>
  Object.defineProperty(fn, 'workflowId', { value: workflowId, configurable: true });

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

export const registerClass: CompiledHost['registerClass'] = (classId, cls) => hostClasses.register(classId, cls);
