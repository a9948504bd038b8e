import type { ValueName } from './encode-errors.ts';

/** The input of a step call. It is stored as an array of arguments, or as a record if there is more than arguments. */
export interface StepInput {
  args: unknown[];
  /** Values of the variables that a nested step captured, by name. */
  captured?: Record<string, unknown> | undefined;
  /** `this` of a method. */
  self?: unknown;
}

/** The value to encode, and the names of its parts in messages: `args[0]`, `captured.name`, `this`. */
export function fromStepInput({ args, captured, self }: StepInput): { value: unknown; what: ValueName } {
  if (captured === undefined && self === undefined) return { value: args, what: 'args' };
  return { value: { args, captured, self }, what: nameOfPart };
}

const nameOfPart = (path: string): string => (path === '' ? 'call' : path.slice(1).replace(/^self\b/, 'this'));

/** The input in a decoded value: the inverse of {@link fromStepInput}. */
export const toStepInput = (value: unknown): StepInput =>
  Array.isArray(value) ? { args: value } : (value as StepInput);
