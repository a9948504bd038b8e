/** Step functions as values: they travel as their id, with what they captured and what was bound to them. */
import { toStoredReference } from '../values/bind-reference.ts';
import type { StepReference } from '../values/codec-environment.ts';
import { createStepProxy, REFERENCE } from './step-proxy.ts';

/** `null` when `fn` is no step. */
export function toStepReference(fn: object): StepReference | null {
  const { [REFERENCE]: reference } = fn as { [REFERENCE]?: StepReference };
  return reference === undefined ? null : toStoredReference(reference);
}

/** A proxy for a step function that came as a value. Its parts are read at the call: values may be cyclic. */
export const toStepProxy = (reference: StepReference): object => createStepProxy(reference);
