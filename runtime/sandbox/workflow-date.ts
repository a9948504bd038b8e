/** `Date` of workflow code: the current time is that of the journal, and local time is UTC on every machine. */
import { defineBuiltin } from './define-builtin.ts';

type Clock = () => number;

/** Changes the realm's `Date` and makes the constructor that replaces it. */
export function createWorkflowDate(RealDate: DateConstructor, now: Clock): DateConstructor {
  function WorkflowDate(this: unknown, ...args: unknown[]): unknown {
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, [toTime(RealDate, args, now)], new.target);
  }
  Object.defineProperties(WorkflowDate, {
    name: { value: 'Date' },
    length: { value: 7 },
    prototype: { value: RealDate.prototype, writable: false },
    now: { value: () => now() },
    parse: { value: (text: unknown) => parseAsUtc(RealDate, String(text)) },
    UTC: { value: RealDate.UTC },
  });
  makeLocalTimeUtc(RealDate.prototype);
  defineBuiltin(RealDate.prototype, 'constructor', WorkflowDate);
  return WorkflowDate as unknown as DateConstructor;
}

/** The time, in milliseconds since the epoch, for the arguments of the constructor. */
function toTime(RealDate: DateConstructor, args: unknown[], now: Clock): unknown {
  if (args.length === 0) return now();
  if (args.length > 1) return RealDate.UTC(...(args as [number, number]));
  const value = toPrimitive(args[0]);
  return typeof value === 'string' ? parseAsUtc(RealDate, value) : value;
}

/** A `Date` is copied exactly; any other object is converted as in JavaScript. */
function toPrimitive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.getTime();
  const own: unknown = value.valueOf();
  return typeof own === 'object' ? (value as { toString(): string }).toString() : own;
}

const ISO_DATE = /^[+-]?\d{4,6}(?:-\d\d){0,2}$/;
const ISO_LOCAL_TIME = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/i;
/** The name of a zone, or an offset after a time. */
const ZONE = /(?:^|[^a-z])(?:utc?|gmt|z|[ecmp][sd]t)(?![a-z])|:\d.*[+-]\d/i;
const COMMENT = /\([^)]*\)/g;

/** Reads text without a zone as UTC; the realm would use the zone of the machine. */
function parseAsUtc(RealDate: DateConstructor, text: string): number {
  if (ISO_LOCAL_TIME.test(text)) return RealDate.parse(`${text}Z`);
  const isPlaced = ISO_DATE.test(text) || ZONE.test(text.replaceAll(COMMENT, ''));
  return RealDate.parse(isPlaced ? text : `${text} Z`);
}

const FIELDS = ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'];

function makeLocalTimeUtc(prototype: Date): void {
  const utc = prototype as unknown as Record<string, unknown>;
  defineBuiltin(prototype, 'getDay', utc['getUTCDay']);
  for (const field of FIELDS) {
    defineBuiltin(prototype, `get${field}`, utc[`getUTC${field}`]);
    defineBuiltin(prototype, `set${field}`, utc[`setUTC${field}`]);
  }
  const methods = localMethods(prototype);
  for (const name of Object.keys(methods)) defineBuiltin(prototype, name, methods[name]);
}

/** The methods that have no counterpart in UTC. */
function localMethods({ toUTCString, getUTCFullYear, setUTCFullYear }: Date): Record<string, unknown> {
  /** `Thu, 01 Jan 1970 00:00:00 GMT` in parts; `null` for an invalid date. */
  const readParts = (date: Date): string[] | null => {
    const text = toUTCString.call(date);
    return text === 'Invalid Date' ? null : text.split(/,? /);
  };
  const toDay = ([weekday, day, month, year]: string[]): string => `${weekday} ${month} ${day} ${year}`;
  const toClock = (parts: string[]): string => `${parts[4]} GMT+0000 (Coordinated Universal Time)`;
  const format = (show: (parts: string[]) => string) =>
    function (this: Date): string {
      const parts = readParts(this);
      return parts ? show(parts) : 'Invalid Date';
    };
  return {
    toString: format((parts) => `${toDay(parts)} ${toClock(parts)}`),
    toDateString: format(toDay),
    toTimeString: format(toClock),
    getTimezoneOffset(this: Date): number {
      return getUTCFullYear.call(this) * 0;
    },
    getYear(this: Date): number {
      return getUTCFullYear.call(this) - 1900;
    },
    setYear(this: Date, year: unknown): number {
      const full = Math.trunc(Number(year));
      return setUTCFullYear.call(this, full >= 0 && full <= 99 ? full + 1900 : full);
    },
  };
}
