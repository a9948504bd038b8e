/** The name that a step gives one of its calls: `resize.label = (image) => image.name`. */
import { runtimeError } from '../contract/runtime-errors.ts';
import { encodeAtOnce } from '../host-values/host-codec.ts';
import { maskedNames } from '../host-values/masked-names.ts';
import type { Payload } from '../journal/events.ts';
import { describeValue } from '../values/describe-value.ts';
import { maskText } from '../values/mask-text.ts';
import type { StepPlan } from './step-plan.ts';

/** A longer label is cut to these. */
const FIRST_CHARACTERS = /^[^]{0,100}/u;

/**
 * The label of a call, encoded; `null`: it has none.
 * @throws `step_option_invalid`, and what the function throws.
 */
export function makeLabel(
  { options, label }: Pick<StepPlan, 'options' | 'label'>,
  stepName: string,
  args: readonly unknown[],
): Payload | null {
  if (!label) {
    if (options.hasLabel) throw invalid(stepName, 'a function inside a workflow');
    return null;
  }
  const made: unknown = label(...(args as never[]));
  if (typeof made !== 'string') throw refuse(stepName, made);
  const [text] = FIRST_CHARACTERS.exec(maskText(made, maskedNames()).toWellFormed())!;
  return text === '' ? null : encodeAtOnce(text, 'label');
}

function refuse(stepName: string, made: unknown): Error {
  // Nobody waits for it: its failure must not end the process.
  if (made instanceof Promise) made.catch(() => {});
  return invalid(stepName, `a function that returned ${describeValue(made)}`);
}

const invalid = (stepName: string, found: string): Error =>
  runtimeError('step_option_invalid', {
    stepName,
    option: 'label',
    found,
    accepted: 'a function (...args) => string, beside a step at the top level of a module',
  });
