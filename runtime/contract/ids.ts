/**
 * The ids of this product. `workflow//…` and `step//…` name code, the others name data.
 * All are plain strings at run time; the brands keep one kind from being passed for another.
 */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Names a workflow function: `workflow//<module>//<name path>`. */
export type WorkflowId = Branded<'WorkflowId'>;
/** Names a step function: `step//<module>//<name path>`. Public APIs call it `stepName`. */
export type StepName = Branded<'StepName'>;
/** One execution of a workflow: `wrun_<ULID>`. */
export type RunId = Branded<'RunId'>;
/** One worker process (or thread): `wkr_<ULID>`. */
export type WorkerId = Branded<'WorkerId'>;
/** Content hash of a workflow bundle. */
export type BuildId = Branded<'BuildId'>;

/** The text alphabet of ULIDs (Crockford base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A ULID: 48 bits of time, then 80 random bits, sortable as text.
 * @param nowMs Time in milliseconds since the epoch.
 * @param random 10 random bytes.
 */
export function toUlid(nowMs: number, random: Uint8Array): string {
  let time = '';
  for (let rest = nowMs, i = 0; i < 10; i++) {
    time = ALPHABET[rest % 32]! + time;
    rest = Math.floor(rest / 32);
  }
  let tail = '';
  for (let bits = 0, held = 0, i = 0; tail.length < 16;) {
    if (bits < 5) {
      held = ((held << 8) | random[i++]!) & 0xffff;
      bits += 8;
    }
    bits -= 5;
    tail += ALPHABET[(held >> bits) & 31]!;
  }
  return time + tail;
}

/** ULIDs of one process, each greater than those before it, also within one millisecond. */
export class UlidSequence {
  #lastMs = 0;
  #count = 0;

  /**
   * The next one. 20 of its random bits count within a millisecond; 60 stay random.
   * @param nowMs Time in milliseconds since the epoch.
   * @param random 10 random bytes.
   */
  next(nowMs: number, random: Uint8Array): string {
    this.#count = nowMs > this.#lastMs ? 0 : Math.min(this.#count + 1, COUNT_MAX);
    this.#lastMs = Math.max(nowMs, this.#lastMs);
    const counted = [this.#count >> 12, (this.#count >> 4) & 255, ((this.#count & 15) << 4) | (random[2]! & 15)];
    return toUlid(this.#lastMs, Uint8Array.from([...counted, ...random.subarray(3)]));
  }
}

/** Those that come after so many in one millisecond are in no order. */
const COUNT_MAX = 2 ** 20 - 1;

/**
 * The public id of a step call. It is unique over all runs and the same for every attempt, so it can serve as an
 * idempotency key.
 */
export function toStepId(runId: RunId, call: number): string {
  return `step_${runId.slice('wrun_'.length)}_${call}`;
}

/** Splits an id of {@link toStepId}; `null` for any other text. */
export function parseStepId(stepId: string): { runId: RunId; call: number } | null {
  const match = /^step_([0-9A-HJKMNP-TV-Z]{26})_(\d{1,9})$/.exec(stepId);
  return match ? { runId: `wrun_${match[1]}` as RunId, call: Number(match[2]) } : null;
}

/**
 * The name that people know for the id of a workflow, step or class: `order` for `workflow//./orders//order`, `charge`
 * for `step//./orders//order/charge`, `Shop.charge` for a member. Other texts are returned unchanged.
 */
export const nameOf = (id: string): string => /^\w+\/\/(?:.*\/)?([^/]+)$/.exec(id)?.[1] ?? id;

/** {@link nameOf} in quotes and its module, for messages about missing code: `"order" (./orders)`. */
export function placedNameOf(id: string): string {
  const module = /^\w+\/\/(.*)\/\//.exec(id)?.[1];
  return module === undefined ? `"${id}"` : `"${nameOf(id)}" (${module})`;
}

const RUN_ID = /^wrun_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Whether a value has the form of a run id; the store is not asked. */
export const isRunId = (value: unknown): value is RunId => typeof value === 'string' && RUN_ID.test(value);
