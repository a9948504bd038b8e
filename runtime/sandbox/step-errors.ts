/** Which errors in workflow code came from steps, so that the end of a run can name the step that is to blame. */
import type { FailedStep } from '../journal/events.ts';

/** Causes that are followed; a chain of them may be a circle. */
const CAUSES_MAX = 20;

/** For all runs of the realm: no two of them have an object in common. */
const steps = new WeakMap<object, FailedStep>();

/** Notes what a step has thrown. Only objects can be told apart. */
export function noteStepError(error: unknown, step: FailedStep): void {
  if (isObject(error)) steps.set(error, step);
}

/** The step that has thrown this error, one of its causes, or one of the errors that it gathers. */
export function findFailedStep(error: unknown): FailedStep | undefined {
  const chain = [error];
  for (let i = 0; i < chain.length && i < CAUSES_MAX; i++) {
    const link = chain[i];
    if (!isObject(link)) continue;
    const step = steps.get(link);
    if (step) return step;
    chain.push(...reasonsOf(link));
  }
  return undefined;
}

/** A getter of the user's may throw. */
function reasonsOf(error: { cause?: unknown; errors?: unknown }): unknown[] {
  try {
    const { cause, errors } = error;
    return Array.isArray(errors) ? [cause, ...errors.slice(0, CAUSES_MAX)] : [cause];
  } catch {
    return [];
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
