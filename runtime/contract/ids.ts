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

/** The public id of a step call: unique over all runs, the same for every attempt, so it serves as an idempotency key. */
export function toStepId(runId: RunId, call: number): string {
  return `step_${runId.slice('wrun_'.length)}_${call}`;
}

/** Splits what {@link toStepId} made; `null` when `stepId` is no such id. */
export function parseStepId(stepId: string): { runId: RunId; call: number } | null {
  const match = /^step_([0-9A-HJKMNP-TV-Z]{26})_(\d{1,9})$/.exec(stepId);
  return match ? { runId: `wrun_${match[1]}` as RunId, call: Number(match[2]) } : null;
}

const RUN_ID = /^wrun_[0-9A-HJKMNP-TV-Z]{26}$/;
export const isRunId = (value: unknown): value is RunId => typeof value === 'string' && RUN_ID.test(value);
