import type { StepReference } from './codec-environment.ts';

/**
 * The reference of a step function after `bind`. As with any function, the first `this` counts and arguments add up.
 * The parts are read when they are needed, as those of the reference are.
 */
export function bindReference(reference: StepReference, self: unknown, args: unknown[]): StepReference {
  return {
    stepId: reference.stepId,
    get captured() {
      return reference.captured;
    },
    get takesThis() {
      return reference.takesThis;
    },
    get bound() {
      const { bound } = reference;
      return bound === undefined ? { self, args } : { self: bound.self, args: [...bound.args, ...args] };
    },
  };
}

/** What is stored of a reference: the parts that it has, as they are now. */
export function toStoredReference({ stepId, captured, takesThis, bound }: StepReference): StepReference {
  return {
    stepId,
    ...(captured !== undefined && { captured }),
    ...(takesThis && { takesThis }),
    ...(bound !== undefined && { bound: { ...(bound.self !== undefined && { self: bound.self }), args: bound.args } }),
  };
}
