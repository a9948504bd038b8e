/**
 * Finds out which fields of errors can be encoded. Errors can always be stored, without the fields that cannot; a field
 * is tested by encoding it.
 *
 * A trial ends at the errors in a field, which can always be stored, and at values that an earlier trial accepted. So
 * any number of errors that refer to each other are visited once.
 */

/**
 * How far a trial looks.
 *
 * - `shallow`: as described above.
 * - `deep`: trials look into errors, because a class instance was found that contains itself through one.
 * - `few`: only the first fields with parts are kept, because the errors refer to each other too deeply.
 */
export type TrialMode = 'shallow' | 'deep' | 'few';

/** Fields with parts that the mode `few` keeps, which limits how deeply errors refer to each other. */
const FIELDS_MAX = 100;

/** The trials of one encoding. */
export class FieldTrials {
  readonly #encode: (value: unknown) => void;
  readonly #isError: (value: object) => boolean;
  #mode: TrialMode = 'shallow';
  #verdicts = new Map<object, boolean>();
  /** Number of fields with parts so far. */
  #asked = 0;
  /** The current shallow trial. */
  #trial: { field: object; seen: object[] } | null = null;

  /** @param options.encode Encodes a field; only whether it throws matters. */
  constructor(options: { encode: (value: unknown) => void; isError: (value: object) => boolean }) {
    this.#encode = options.encode;
    this.#isError = options.isError;
  }

  /** Whether any field with parts was asked about since the last {@link reset}. */
  get wereMade(): boolean {
    return this.#asked > 0;
  }

  /** Forgets all results, because values may have changed since. */
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
    // A deep trial may reach the error that asks, so the field counts as accepted during its own trial.
    this.#verdicts.set(field, true);
    const isFine = this.#mode === 'deep' ? succeeds(() => this.#encode(field)) : this.#tryShallowly(field);
    this.#verdicts.set(field, isFine);
    return isFine;
  }

  /** Called for every encoded object: whether the current trial need not look into it. */
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
