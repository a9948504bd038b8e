/** Step functions as values: they travel as their id, with their captured values. */
import type { StepReference } from '../values/codec-environment.ts';
import { CAPTURE, stepProxy } from './step-proxy.ts';

type Proxy = { stepId?: unknown; [CAPTURE]?: () => Record<string, unknown> | undefined };

/** `null` when `fn` is no step. */
export function toStepReference(fn: object): StepReference | null {
  const { stepId, [CAPTURE]: capture } = fn as Proxy;
  if (typeof stepId !== 'string') return null;
  return capture ? { stepId, captured: capture() } : { stepId };
}

/** A proxy for a step function that came as a value. What it captured is read at the call: values may be cyclic. */
export function toStepProxy(reference: StepReference): object {
  return stepProxy(reference.stepId, () => reference.captured);
}
