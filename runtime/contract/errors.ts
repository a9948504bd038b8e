/**
 * The errors of this product: what happened and where, one concrete fix, and a code. Each error is made from an entry
 * of a catalogue, so that a code has one message and one fix.
 */
import { tryRead } from './try-read.ts';

const BRAND = Symbol.for('workflow.error');

/** The parts of a {@link WorkflowError} besides its text. */
export interface WorkflowErrorOptions {
  /** `<area>_<thing>_<condition>`. Left out for errors of your own: then `code` is `error_without_code`. */
  code?: string;
  /** One concrete thing to do about it. */
  fix?: string | undefined;
  cause?: unknown;
  /** Fields that the error gets, so that programs need not read its text. */
  facts?: Readonly<Record<string, unknown>> | undefined;
}

/** The code of errors that nobody gave one: they are made outside of this package. */
export const CODE_OF_OTHERS = 'error_without_code';

/** Whether a value is an object with this brand. Never throws. */
export const hasBrand = (value: unknown, brand: symbol): boolean =>
  typeof value === 'object' && value !== null && tryRead(() => (value as Record<symbol, unknown>)[brand]) === true;

/** The class whose `is` was called; none where somebody passes the method on. */
export type CalledClass<Instance> = (abstract new (...args: never[]) => Instance) | void;

/**
 * Whether a value that has the brand of `base` is of the class whose `is` was called. Subclasses answer for their own:
 * by name, because the value may come from another realm or another copy of the class.
 */
export const isOfSubclass = (value: unknown, called: CalledClass<unknown>, base: unknown): boolean =>
  called === undefined ||
  called === base ||
  value instanceof (called as new () => object) ||
  (value as Error).name === (called as { name: string }).name;

/** Base of all errors that this package throws. `code` is stable, `message` ends with the fix. */
export class WorkflowError extends Error {
  readonly code: string;
  readonly fix: string | undefined;

  constructor(what: string, { code, fix, cause, facts }: WorkflowErrorOptions = {}) {
    super(
      what + (fix ? ` Fix: ${fix}` : '') + (code === undefined ? '' : ` [${code}]`),
      cause === undefined ? undefined : { cause },
    );
    this.name = 'WorkflowError';
    this.code = code ?? CODE_OF_OTHERS;
    this.fix = fix;
    Object.assign(this, facts);
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Like `instanceof`, but also true for errors of another realm or another copy of this package. */
  static is<Instance extends WorkflowError>(this: CalledClass<Instance>, value: unknown): value is Instance {
    return hasBrand(value, BRAND) && isOfSubclass(value, this, WorkflowError);
  }
}

/** One entry of a catalogue: the text of an error as a function of its parameters. */
export interface ErrorEntry<Params> {
  message: (params: Params) => string;
  fix?: (params: Params) => string;
  /** See {@link WorkflowErrorOptions.facts}. No values of users, and no secrets: whoever logs an error prints them. */
  facts?: (params: Params) => Readonly<Record<string, unknown>>;
}

/**
 * Makes an error of a catalogue. `describe` returns the arguments of {@link WorkflowError}, for errors with their own
 * class.
 */
export interface ErrorFactory<Params extends Record<string, unknown>> {
  <Code extends keyof Params & string>(code: Code, params: Params[Code], cause?: unknown): WorkflowError;
  describe<Code extends keyof Params & string>(
    code: Code,
    params: Params[Code],
    cause?: unknown,
  ): [what: string, options: WorkflowErrorOptions];
}

/** The codes of a catalogue, each with the parameters of its message. */
export type ParamsOf<Factory> = Factory extends ErrorFactory<infer Params> ? Params : never;

/** Makes the factory of a catalogue. The parameters of each code are inferred from its message. */
export function defineErrors<Params extends Record<string, unknown>>(entries: {
  [Code in keyof Params]: ErrorEntry<Params[Code]>;
}): ErrorFactory<Params> {
  const describe: ErrorFactory<Params>['describe'] = (code, params, cause) => {
    const entry = entries[code];
    return [entry.message(params), { code, fix: entry.fix?.(params), cause, facts: entry.facts?.(params) }];
  };
  const create = <Code extends keyof Params & string>(code: Code, params: Params[Code], cause?: unknown) =>
    new WorkflowError(...describe(code, params, cause));
  return Object.assign(create, { describe });
}
