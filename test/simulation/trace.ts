/** The happenings of a simulation, in order. */
import { hashText } from './random.ts';
import type { Scheduler } from './scheduler.ts';

interface TraceLine {
  atMs: number;
  who: string;
  did: string;
  what: string;
  details: unknown[];
}

const DETAILS_LENGTH_MAX = 400;

export class Trace {
  readonly #scheduler: Scheduler;
  readonly #lines: TraceLine[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  get length(): number {
    return this.#lines.length;
  }

  /** @param details Are only read, now or later. */
  add(who: string, did: string, what: string, details: unknown[] = []): void {
    this.#lines.push({ atMs: this.#scheduler.elapsedMs, who, did, what, details });
  }

  /** The last lines, as text. */
  tail(count = this.#lines.length): string[] {
    return this.#lines.slice(-count).map(formatLine);
  }

  /** The same for two simulations in which the same happened at the same times. */
  get hash(): string {
    return this.#lines.reduce((hash, line) => hashText(formatLine(line), hash), 0).toString(16);
  }
}

function formatLine({ atMs, who, did, what, details }: TraceLine): string {
  const text = details.map(formatDetail).join(' ');
  const short = text.length > DETAILS_LENGTH_MAX ? `${text.slice(0, DETAILS_LENGTH_MAX)}…` : text;
  return `${(atMs / 1000).toFixed(4).padStart(10)} ${who.padEnd(6)} ${did} ${what} ${short}`;
}

const formatDetail = (detail: unknown): string =>
  detail instanceof Error ? detail.message : (JSON.stringify(detail) ?? 'undefined');
