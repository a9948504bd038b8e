import type { StepReference } from './codec-environment.ts';

/**
 * The reference of a step function after `bind`. As for any function, the first `this` counts and arguments accumulate.
 * The parts are read when they are needed, like those of the original reference.
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

/** The stored form of a reference: its present parts. */
export function toStoredReference({ stepId, captured, takesThis, bound }: StepReference): StepReference {
  return {
    stepId,
    ...(captured !== undefined && { captured }),
    ...(takesThis && { takesThis }),
    ...(bound !== undefined && { bound: { ...(bound.self !== undefined && { self: bound.self }), args: bound.args } }),
  };
}
