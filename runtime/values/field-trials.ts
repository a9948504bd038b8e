/**
 * Which fields of errors can be encoded. Errors always cross, without the fields that cannot, and whether one can is
 * found out by encoding it for trial.
 *
 * A trial ends at the errors in a field, because they cross whatever they hold, and at what an earlier trial has found
 * fine. So errors that refer to each other, in whatever number, are looked at once.
 */

/**
 * - `shallow`: as said above.
 * - `deep`: trials go through errors, because a class instance was found that holds itself by way of one.
 * - `few`: only the first fields with parts are kept, because the errors refer to each other too deeply.
 */
export type TrialMode = 'shallow' | 'deep' | 'few';

/** Fields with parts that are kept in the mode `few`: so deep can errors refer to each other at most. */
const FIELDS_MAX = 100;

export class FieldTrials {
  readonly #encode: (value: unknown) => void;
  readonly #isError: (value: object) => boolean;
  #mode: TrialMode = 'shallow';
  #verdicts = new Map<object, boolean>();
  /** Fields with parts that were asked about. */
  #asked = 0;
  /** The shallow trial under way. */
  #trial: { field: object; seen: object[] } | null = null;

  /** @param options.encode Encodes a field, for nothing but whether it throws. */
  constructor(options: { encode: (value: unknown) => void; isError: (value: object) => boolean }) {
    this.#encode = options.encode;
    this.#isError = options.isError;
  }

  /** Whether any field with parts was asked about since the last {@link reset}. */
  get wereMade(): boolean {
    return this.#asked > 0;
  }

  /** Forgets what was found out: values may have changed since. */
  reset(mode: TrialMode): void {
    this.#mode = mode;
    if (this.#verdicts.size > 0) this.#verdicts = new Map();
    this.#asked = 0;
  }

  canEncode(field: unknown): boolean {
    if (!isObject(field)) return typeof field !== 'symbol';
    this.#asked += 1;
    if (this.#mode === 'few' && this.#asked > FIELDS_MAX) return false;
    if (this.#isError(field)) return true;
    const known = this.#verdicts.get(field);
    if (known !== undefined) return known;
    // A deep trial may come upon the error that asks: what is being tried counts as fine meanwhile.
    this.#verdicts.set(field, true);
    const isFine = this.#mode === 'deep' ? succeeds(() => this.#encode(field)) : this.#tryShallowly(field);
    this.#verdicts.set(field, isFine);
    return isFine;
  }

  /** Asked about every object that is encoded: whether the trial under way need not look into it. */
  endsAt(value: object): boolean {
    if (this.#trial === null) return false;
    if (this.#isError(value)) return true;
    if (value !== this.#trial.field && this.#verdicts.get(value) === true) return true;
    this.#trial.seen.push(value);
    return false;
  }

  #tryShallowly(field: object): boolean {
    const trial = { field, seen: [] as object[] };
    this.#trial = trial;
    const isFine = succeeds(() => this.#encode(field));
    this.#trial = null;
    if (isFine) for (const part of trial.seen) this.#verdicts.set(part, true);
    return isFine;
  }
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

function succeeds(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
