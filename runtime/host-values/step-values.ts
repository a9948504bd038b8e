/** Step functions as values on the host: inside a step they can be called, everywhere they can be passed on. */
import type { FoundStep, RegisteredStep, StepFunction } from '../contract/build.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { bindReference, toStoredReference } from '../values/bind-reference.ts';
import type { StepReference, StepReferences } from '../values/codec-environment.ts';
import { stepContext } from './step-context.ts';

const REFERENCE: unique symbol = Symbol.for('workflow.step-reference') as never;
type MarkedStep = { stepId?: unknown; [REFERENCE]?: StepReference };

/**
 * Makes a function known as a step, so that it and what `bind` makes of it can be passed as values; returns it.
 * @param reference All but the id is read when the function is passed.
 */
export function markStepFunction<Fn extends object>(reference: StepReference, fn: Fn): Fn {
  return Object.defineProperties(fn, {
    stepId: { value: reference.stepId, configurable: true },
    [REFERENCE]: { value: reference, configurable: true },
    bind: {
      value: (self: unknown, ...args: never[]) =>
        markStepFunction(
          bindReference(reference, self, args),
          Function.prototype.bind.call(fn as () => unknown, self, ...args) as object,
        ),
      configurable: true,
      writable: true,
    },
  });
}

/** The step that was found. @throws `step_code_missing`, `step_code_differs`. */
export function requireFound({ step, error }: FoundStep): RegisteredStep {
  if (error) throw error;
  return step;
}

/** The function of a step, and the object that it is called on. @throws `step_code_differs`. */
export const toCallable = (
  step: RegisteredStep,
  captured: Record<string, unknown> = {},
): [fn: StepFunction, self?: unknown] => (step.kind === 'closure' ? [step.create(captured)] : [step.fn, step.self]);

/**
 * How the codec of the host stores step functions and makes them anew: inside a step they can be called, elsewhere
 * passed on.
 */
export const hostSteps: StepReferences = {
  toReference(fn) {
    const { stepId, [REFERENCE]: reference } = fn as MarkedStep;
    if (reference !== undefined) return toStoredReference(reference);
    return typeof stepId === 'string' ? { stepId } : null;
  },
  // The reference is read at the call: while a cyclic value is decoded its parts are not all there.
  fromReference(reference) {
    const name = /[^/.#]+$/.exec(reference.stepId)?.[0] ?? '';
    const call = function (this: unknown, ...args: never[]): unknown {
      const context = stepContext.getStore();
      if (!context) throw runtimeError('context_not_in_step', { name });
      const { captured, bound } = reference;
      const [fn, self] = toCallable(requireFound(context.findStep(reference.stepId)), captured);
      const own = bound === undefined ? this : bound.self;
      return fn.apply(own ?? self, [...((bound?.args ?? []) as never[]), ...args]);
    };
    stepContext.getStore()?.passedSteps?.push(reference);
    return markStepFunction(reference, Object.defineProperty(call, 'name', { value: name }));
  },
};
