/**
 * The errors of this product: what happened and where, one concrete fix, a code.
 * Every error of ours is made from a catalogue entry, so that a code has one message and one fix.
 */
const BRAND = Symbol.for('workflow.error');

export interface WorkflowErrorOptions {
  /** `<area>_<thing>_<condition>`. */
  code: string;
  /** One concrete thing to do about it. */
  fix?: string | undefined;
  cause?: unknown;
}

/** Base of all errors that this package throws. `code` is stable, `message` ends with the fix. */
export class WorkflowError extends Error {
  readonly code: string;
  readonly fix: string | undefined;

  constructor(what: string, options: WorkflowErrorOptions) {
    super(
      options.fix ? `${what} Fix: ${options.fix} [${options.code}]` : `${what} [${options.code}]`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'WorkflowError';
    this.code = options.code;
    this.fix = options.fix;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Like `instanceof`, but true also for errors of another realm or of a second copy of this package. */
  static is(value: unknown): value is WorkflowError {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
  }
}

/** One entry of a catalogue: the text of an error as a function of its parameters. */
export interface ErrorEntry<Params> {
  message: (params: Params) => string;
  fix?: (params: Params) => string;
}

type Catalogue = Record<string, ErrorEntry<never>>;
type ParamsOf<Entry> = Entry extends ErrorEntry<infer Params> ? Params : never;

/** Makes a typed factory for the errors of one catalogue. */
export function defineErrors<const Entries extends Catalogue>(entries: Entries) {
  return function createError<Code extends keyof Entries & string>(
    code: Code,
    params: ParamsOf<Entries[Code]>,
    cause?: unknown,
  ): WorkflowError {
    const entry = entries[code] as unknown as ErrorEntry<ParamsOf<Entries[Code]>>;
    return new WorkflowError(entry.message(params), { code, fix: entry.fix?.(params), cause });
  };
}
