/** The programs that simulated runs carry out: plain data, which one workflow interprets. */

/** How an attempt of a step ends. */
export type StepEnding =
  | { kind: 'ok' }
  /** The first `times` attempts throw, later ones do not. */
  | { kind: 'flaky'; times: number }
  /** As `flaky`, with a `RetryableError`. */
  | { kind: 'later'; times: number; delayMs: number }
  /** Every attempt throws. */
  | { kind: 'broken' }
  /** Throws a `FatalError`. */
  | { kind: 'fatal' };

export interface StepOp {
  kind: 'step';
  /** Unique in its program. */
  id: string;
  ending: StepEnding;
  /** How long an attempt takes. */
  durationMs: number;
  /**
   * Which step function: one that is tried four times, one that is tried once, or one whose attempts have a time limit.
   */
  fn: 'work' | 'workOnce' | 'workTimed';
  /** The step gets random numbers instead of the value, which the program then goes on with. */
  isStamp: boolean;
  /** Each attempt sets the attribute of this name to its number, before its writes. */
  sets: string | null;
  /** An attempt's writes, before its ending. */
  writes: { stream: string; chunks: number; isAwaited: boolean } | null;
}

export interface HookOp {
  kind: 'hook';
  id: string;
  /** Several programs may ask for one token. */
  token: string;
  payloads: number;
  /** It takes one payload. */
  isOnce: boolean;
  reads: 'await' | 'iterate';
  /** An op while the hook is open and before it is read. */
  before: Op | null;
  /** Closes the hook, opens another one with the same token, and reads that too. */
  reopens: boolean;
}

/**
 * Workflow code writes. It sleeps, too, because what settles without an outcome has no place in the order of all else.
 */
export interface WriteOp {
  kind: 'write';
  id: string;
  stream: string;
  /** Instead to the stream of the first run of the family, to which all of them write. */
  isShared: boolean;
  /** How many before a sleep; one more follows it. */
  chunks: number;
  /** How long it sleeps; unique in its program. */
  ms: number;
}

export type Op =
  | StepOp
  /** `ms` is unique in its program. */
  | { kind: 'sleep'; ms: number }
  | HookOp
  | WriteOp
  /** Another run, which carries `program` out. */
  | { kind: 'child'; id: string; program: Op; isDetached: boolean }
  /** One after the other; each gets the value of the one before. */
  | { kind: 'sequence'; ops: Op[] }
  /** At the same time; each gets the same value. */
  | { kind: 'all' | 'allSettled' | 'race' | 'any'; branches: Op[] }
  | { kind: 'try'; body: Op; onError: Op | null; atLast: Op | null }
  | { kind: 'throw'; id: string };

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The time limit of `workTimed`. */
export const STEP_TIMEOUT_MS = 250;

/** The result of the step `id` for `input`. A number, so that values stay small however long a program is. */
export function stepResult(id: string, input: Json): number {
  let hash = 7;
  for (const char of `${id}:${JSON.stringify(input)}`) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  return hash;
}

/** The chunk with index `index` that an attempt writes: the first is the same in all of them. */
export const chunkOf = (id: string, attempt: number, index: number): string =>
  `${id}#${index === 0 ? 'any' : attempt}.${index}`;

/** The chunk with index `index` that a workflow writes. */
export const writtenBy = (id: string, index: number): string => `${id}#${index}`;

/** The parts of an op. */
export function partsOf(op: Op): Op[] {
  switch (op.kind) {
    case 'sequence':
      return op.ops;
    case 'all':
    case 'allSettled':
    case 'race':
    case 'any':
      return op.branches;
    case 'try':
      return [op.body, op.onError, op.atLast].filter((part) => part !== null);
    case 'hook':
      return op.before ? [op.before] : [];
    case 'child':
      return [op.program];
    case 'step':
    case 'sleep':
    case 'write':
    case 'throw':
      return [];
  }
}
