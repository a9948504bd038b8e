/**
 * The clock of the database. The machines of a fleet have clocks that differ, so leases are counted with this one, and
 * all other times are told by it to whoever asks for that, see `store-time.ts`.
 */
import type { Session } from './session.ts';

/** Clocks that differ by less count as the same: an answer tells no more than that. */
const SAME_CLOCK_MS = 250;

/** How often the clocks are compared. */
const COMPARE_EVERY_MS = 60_000;

/** Translates times of this machine into times of the database. */
export class DatabaseClock {
  #aheadMs = 0;
  #comparedAt = -Infinity;
  #timer: NodeJS.Timeout | null = null;

  /** How many milliseconds it is ahead of the clock of this machine, as of the last comparison. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Compares the clocks from time to time. @param ask Runs the comparison on a connection; failures are left out. */
  start(ask: (compare: (session: Session) => Promise<void>) => Promise<void>): void {
    const compare = (): void => void ask((session) => this.compare(session)).catch(() => undefined);
    this.#timer ??= setInterval(compare, COMPARE_EVERY_MS).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** The same moment by the clock of the database. */
  async translate(session: Session, time: number): Promise<number> {
    const now = Date.now();
    if (Math.abs(now - this.#comparedAt) >= COMPARE_EVERY_MS) await this.compare(session);
    return time + this.#aheadMs;
  }

  /** Compares the clocks now. */
  async compare(session: Session): Promise<void> {
    const before = Date.now();
    const row = await session.first<{ now: number }>(
      'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now',
    );
    const after = Date.now();
    const aheadMs = row!.now - (before + after) / 2;
    // An answer that took long says little.
    const isVague = after - before > SAME_CLOCK_MS && this.#comparedAt > -Infinity;
    // Time jumps as rarely as it can.
    const isKnown = Math.abs(aheadMs - this.#aheadMs) < SAME_CLOCK_MS;
    if (!isVague && !isKnown) this.#aheadMs = Math.abs(aheadMs) < SAME_CLOCK_MS ? 0 : Math.round(aheadMs);
    this.#comparedAt = after;
  }
}
