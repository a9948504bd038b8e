import ms from 'ms';
import { describeValue } from './describe-value.ts';
import { createValueError } from './messages.ts';

/** A length of time in milliseconds or as text (`"30s"`, `"5 minutes"`), or a point in time. */
export type Duration = number | string | Date;

type Unit =
  | `year${'' | 's'}`
  | `yr${'' | 's'}`
  | 'y'
  | `week${'' | 's'}`
  | 'w'
  | `day${'' | 's'}`
  | 'd'
  | `hour${'' | 's'}`
  | `hr${'' | 's'}`
  | 'h'
  | `minute${'' | 's'}`
  | `min${'' | 's'}`
  | 'm'
  | `second${'' | 's'}`
  | `sec${'' | 's'}`
  | 's'
  | `millisecond${'' | 's'}`
  | `msec${'' | 's'}`
  | 'ms';

/** A length of time as text: a number of milliseconds, or a number and a unit, in whatever case. */
type DurationText = `${number}` | `${number}${Unit}` | `${number} ${Unit}`;

/** A length of time that is no point in time. */
export type Length = Exclude<Duration, Date>;

/**
 * The type itself, or for the literal of a text that no run would accept the reason, so that TypeScript reports it.
 * Texts that are known only at run time pass. As the type of a parameter it stands alone: an intersection with `Given`
 * is `never`, and TypeScript then tells no reason.
 */
export type CheckedDuration<Given> = Given extends string
  ? // Only a record of a literal has a property that must be there.
    // oxlint-disable-next-line typescript/no-generated-empty-object-type -- an object without properties is meant
    Record<never, never> extends Record<Given, unknown>
    ? Given
    : Lowercase<Given> extends DurationText
      ? Given
      : `"${Given}" is no length of time. Fix: write a number and a unit, such as "5 minutes"`
  : Given;

/**
 * Anything if a run would accept all of these, and nothing otherwise. In an intersection with options it lets choices
 * of several lengths of time pass, such as `number | '1m'`: beside `undefined`, TypeScript infers only one of them from
 * a {@link CheckedDuration}.
 */
export type FittingDurations<Given extends readonly unknown[]> = Given extends {
  [Index in keyof Given]: CheckedDuration<Given[Index]>;
}
  ? unknown
  : never;

/** The last instant that a `Date` can hold, in milliseconds since the epoch. */
const TIME_MAX_MS = 8.64e15;

/**
 * The point in time, in milliseconds since the epoch, at which `duration` is over. A `Date` is that point itself, even
 * in the past.
 * @param nowMs The start of a length of time, in milliseconds since the epoch.
 * @throws {WorkflowError} `duration_invalid`
 */
export function toDueTime(duration: Duration, nowMs: number): number {
  const due = isDate(duration) ? duration.getTime() : nowMs + parseLengthMs(duration);
  if (!(Math.abs(due) <= TIME_MAX_MS))
    throw createValueError('duration_invalid', { found: describeDuration(duration) });
  return due;
}

function parseLengthMs(duration: unknown): number {
  const length = typeof duration === 'string' ? parseText(duration) : duration;
  if (typeof length !== 'number' || !Number.isFinite(length) || length < 0) {
    throw createValueError('duration_invalid', { found: describeDuration(duration) });
  }
  return Math.ceil(length);
}

function parseText(text: string): number | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : ms(trimmed as ms.StringValue);
}

/** Checks the internal slot, so that a `Date` of another realm counts too. */
function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

function describeDuration(value: unknown): string {
  if (isDate(value)) return Number.isNaN(value.getTime()) ? 'An invalid Date' : `The Date ${value.toISOString()}`;
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : describeValue(value);
}
