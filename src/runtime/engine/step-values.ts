/** Step functions as values on the host: inside a step they can be called, everywhere they can be passed on. */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { StepReference, StepReferences } from '../values/codec-environment.ts';
import { stepContext } from './step-context.ts';

const CAPTURED = Symbol('captured');
type MarkedStep = { stepId?: unknown; [CAPTURED]?: () => StepReference['captured'] };

export const hostSteps: StepReferences = {
  toReference(fn) {
    const { stepId, [CAPTURED]: captured } = fn as MarkedStep;
    return typeof stepId === 'string' ? { stepId, captured: captured?.() } : null;
  },
  // The reference is read at the call: while a cyclic value is decoded its parts are not all there.
  fromReference(reference) {
    const call = function (this: unknown, ...args: never[]): unknown {
      const step = stepContext.getStore()?.findStep(reference.stepId);
      if (!step) throw runtimeError('step_code_missing', { stepName: reference.stepId });
      const fn = step.kind === 'closure' ? step.create(reference.captured ?? {}) : step.fn;
      return fn.apply(this, args);
    };
    return Object.defineProperties(call, {
      stepId: { value: reference.stepId },
      [CAPTURED]: { value: () => reference.captured },
    });
  },
};
