/** Checks the options of functions: a mistake is an error, and never leads to a wider result. */
import { isRunId, type RunId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { describeValue } from './describe-value.ts';

/** One option that a function takes. */
export interface Option<Value> {
  /** Describes valid values, in words that follow "must be". */
  expected: string;
  /** Checks and converts a value; `undefined` when it is not valid. */
  read(given: unknown): Value | undefined;
}

/** The options of a function, by name. */
export type OptionTable<Values> = { readonly [Name in keyof Values]: Option<Values[Name]> };

/**
 * Reads options by their table. One that is `undefined` counts as left out.
 * @param call Name of the function that took them, for messages.
 * @throws `option_unknown`, `option_invalid`.
 */
export function readOptions<Values extends object>(
  call: string,
  given: object,
  table: OptionTable<Values>,
): Partial<Values> {
  if (typeof given !== 'object' || given === null) throw refuse({ call, option: 'options' }, 'an object', given);
  const values: Partial<Values> = {};
  for (const [option, found] of Object.entries(given) as [string, unknown][]) {
    if (!Object.hasOwn(table, option))
      throw runtimeError('option_unknown', { call, option, known: Object.keys(table).join(', ') });
    if (found === undefined) continue;
    const name = option as keyof Values;
    const value = table[name].read(found);
    if (value === undefined) throw refuse({ call, option }, table[name].expected, found);
    values[name] = value;
  }
  return values;
}

/** The error `option_invalid` for an option. */
export function refuse(where: { call: string; option: string }, expected: string, found: unknown): Error {
  const isPlain = typeof found === 'number' || typeof found === 'boolean' || typeof found === 'string';
  return runtimeError('option_invalid', {
    ...where,
    expected,
    found: isPlain ? JSON.stringify(found) : describeValue(found),
  });
}

/** An option that is a whole number in a range, both ends included. */
export const wholeNumber = (min: number, max: number): Option<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  read: (given) =>
    Number.isInteger(given) && Number(given) >= min && Number(given) <= max ? Number(given) : undefined,
});

/** An option that is checked where it is used, or that may be anything. */
export const anything: Option<unknown> = { expected: 'a value', read: (given) => given };

/** An option that is a boolean. */
export const flag: Option<boolean> = {
  expected: 'true or false',
  read: (given) => (typeof given === 'boolean' ? given : undefined),
};

/** An option that is text, and not empty. */
export const text: Option<string> = {
  expected: 'text that is not empty',
  read: (given) => (typeof given === 'string' && given !== '' ? given : undefined),
};

/** An option that is text, and may be empty. */
export const anyText: Option<string> = {
  expected: 'text',
  read: (given) => (typeof given === 'string' ? given : undefined),
};

/** An option that is one of these words. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Option<Word> => ({
  expected: `one of ${words.map((word) => `"${word}"`).join(', ')}`,
  read: (given) => words.find((word) => word === given),
});

/** An option that is an array of text. */
export const textList: Option<readonly string[]> = {
  expected: 'an array of text',
  read: (given) => (Array.isArray(given) && given.every((item) => typeof item === 'string') ? given : undefined),
};

/** An option that is a run id. */
export const runIdText: Option<RunId> = {
  expected: 'a run id: "wrun_" and 26 characters',
  read: (given) => (isRunId(given) ? given : undefined),
};

/** An option that is a `Date`; gives milliseconds since the epoch. */
export const pointInTime: Option<number> = {
  expected: 'a valid Date',
  read: (given) => (given instanceof Date && !Number.isNaN(given.getTime()) ? given.getTime() : undefined),
};

/** An option that is one of these words or an array of some of them; gives an array. */
export function oneOrMore<const Word extends string>(words: readonly Word[]): Option<Word[]> {
  return {
    expected: `one of ${words.map((word) => `"${word}"`).join(', ')}, or an array of some of them`,
    read(given) {
      const found: unknown[] = Array.isArray(given) ? given : [given];
      const known = found.filter((word): word is Word => words.includes(word as Word));
      return found.length > 0 && known.length === found.length ? known : undefined;
    },
  };
}

/** The options of every list. */
export interface PageOptions {
  /** Entries of a page. Default 50, at most 1,000. */
  limit?: number;
  /** The cursor of the previous page. Default: the first page. */
  cursor?: string;
}

/** Entries of a page when no limit is given. */
export const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 1_000;

/** The checks of {@link PageOptions}. */
export const pageOptions: OptionTable<Required<PageOptions>> = {
  limit: wholeNumber(1, LIMIT_MAX),
  cursor: { ...text, expected: 'the cursor of the previous page, which is null after the last one' },
};
