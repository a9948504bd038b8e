/** How times, lengths and numbers are written. */
import type { RunItem } from '../../runtime/operations/items.ts';

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** A length of time, such as `1.4 s`, with the unit in which people think of it. */
export function formatLength(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  const [length, unit] = UNITS.find(([length]) => ms >= length)!;
  const amount = ms / length;
  return `${amount < 10 ? Number(amount.toFixed(1)) : Math.round(amount)} ${unit}`;
}

/** How long ago, or how far ahead. */
export function formatAgo(time: string | number, now: number): string {
  const ms = now - (typeof time === 'number' ? time : Date.parse(time));
  if (Math.abs(ms) < 1_000) return 'now';
  return ms < 0 ? `in ${formatLength(-ms)}` : `${formatLength(ms)} ago`;
}

/** A time in full. */
export const formatTime = (time: string | number): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A number with its thing. */
export const count = (number: number, thing: string): string =>
  `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;

/** The state of a run in a word: more than its status. */
export function stateOf(run: RunItem): string {
  if (run.status !== 'running' && run.status !== 'pending') return run.status;
  if (run.parked) return 'parked';
  if (run.isPaused) return 'paused';
  if (run.retrying) return 'retrying';
  return run.status;
}
