/** Step functions as values: they are passed as their id, with captured and bound values. */
import { toStoredReference } from '../values/bind-reference.ts';
import type { StepReference } from '../values/codec-environment.ts';
import { createStepProxy, REFERENCE } from './step-proxy.ts';

/** The reference of a step function; `null` when `fn` is not a step. */
export function toStepReference(fn: object): StepReference | null {
  const { [REFERENCE]: reference } = fn as { [REFERENCE]?: StepReference };
  return reference === undefined ? null : toStoredReference(reference);
}

/**
 * A proxy for a step function that was passed as a value. Its parts are read at the call, because values may be cyclic.
 */
export const toStepProxy = (reference: StepReference): object => createStepProxy(reference);
