/** What a step call carries: an array of arguments, or a record when there is more than arguments. */
export interface StepInput {
  args: unknown[];
  /** Values of the variables that a nested step captured, by name. */
  captured?: Record<string, unknown> | undefined;
  /** `this` of a method. */
  self?: unknown;
}

/** The value to encode, and its name in messages. */
export function fromStepInput({ args, captured, self }: StepInput): { value: unknown; what: string } {
  if (captured === undefined && self === undefined) return { value: args, what: 'args' };
  return { value: { args, captured, self }, what: 'call' };
}

export const toStepInput = (value: unknown): StepInput =>
  Array.isArray(value) ? { args: value } : (value as StepInput);
