/** How an attempt is to be run: what the call says, and where it says nothing, what the registered function says. */
import type { RegisteredStep } from '../contract/build.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { RetryOptions, StepOptions } from '../contract/step-options.ts';
import type { StepCallOptions } from '../journal/events.ts';
import { readStepOptions } from '../values/step-options.ts';

/** The function to call and the options that count for one attempt. */
export interface StepPlan {
  step: RegisteredStep;
  options: StepCallOptions;
  shouldRetry: RetryOptions['shouldRetry'];
  label: StepOptions['label'];
}

/**
 * Joins the options of a call with those of its function.
 * @throws `step_option_invalid`, `step_should_retry_missing`.
 */
export function planStep(stepName: string, step: RegisteredStep, ofCall: StepCallOptions): StepPlan {
  // The function of a nested step is made anew for each attempt; its options are where it stands, in the workflow.
  const fn = step.kind === 'function' ? (step.holder ?? step.fn) : null;
  const options = { ...(fn && readStepOptions(stepName, fn)), ...ofCall };
  const shouldRetry = fn?.retry?.shouldRetry;
  if (ofCall.hasShouldRetry && !shouldRetry) throw runtimeError('step_should_retry_missing', { stepName });
  return { step, options, shouldRetry, label: fn?.label };
}
