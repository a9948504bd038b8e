/** Times and lengths of time, as people write and read them. */
import ms from 'ms';
import type { GivenArguments } from './command.ts';
import { cliError } from './messages.ts';

const EXPECTED = 'a time such as 2026-11-24T08:00:00Z, or how long ago: 30m, 2h, 3d';

/**
 * The time that an option names, in ISO 8601: itself, or so long ago. `undefined`: the option is left out.
 * @throws `cli_option_invalid`.
 */
export function readPastTime({ options }: GivenArguments, name: string, now: number): string | undefined {
  const found = options.get(name);
  if (found === undefined) return undefined;
  const length = /^\d+(?:\.\d+)?\s*[a-z]+$/i.test(found) ? ms(found as ms.StringValue) : undefined;
  const time = new Date(length === undefined ? (/^\d{4}-/.test(found) ? found : NaN) : now - length);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw cliError('cli_option_invalid', { option: `--${name}`, expected: EXPECTED, found: `"${found}"` });
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** A length of time in two units at most: `850ms`, `3.2s`, `5m 10s`, `3d 4h`. */
export function formatLength(lengthMs: number): string {
  const length = Math.max(0, Math.round(lengthMs));
  if (length < 1_000) return `${length}ms`;
  if (length < 10_000) return `${(Math.floor(length / 100) / 10).toFixed(1)}s`;
  const first = UNITS.findIndex(([, unitMs]) => length >= unitMs);
  const [name, unitMs] = UNITS[first]!;
  const whole = Math.floor(length / unitMs);
  const next = UNITS[first + 1];
  const rest = next && whole < 10 ? Math.floor((length % unitMs) / next[1]) : 0;
  return rest > 0 ? `${whole}${name} ${rest}${next![0]}` : `${whole}${name}`;
}

/** How long it is between two times, the second of which may be missing. */
export const lengthBetween = (from: string, until: string | null, now: number): number =>
  (until === null ? now : Date.parse(until)) - Date.parse(from);
