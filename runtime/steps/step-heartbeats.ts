/** Passes the details of an attempt's heartbeats on: the first at once, then the latest, and not too often. */
import type { Clock } from '../contract/clock.ts';
import type { Payload } from '../journal/events.ts';

const INTERVAL_MAX_MS = 1_000;

/** The attempt's limit, and where details go. */
export interface StepHeartbeatsOptions {
  clock: Clock;
  /** Half of it is the longest time that a detail is held back. */
  heartbeatTimeoutMs: number | undefined;
  record(detail: Payload): void;
}

/** Limits how often the details of one attempt are recorded. */
export class StepHeartbeats {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #record: (detail: Payload) => void;
  #latest: Payload | null = null;
  #isResting = false;
  #isOver = false;
  #stopAlarm = (): void => {};

  constructor({ clock, heartbeatTimeoutMs = Infinity, record }: StepHeartbeatsOptions) {
    this.#clock = clock;
    this.#intervalMs = Math.min(INTERVAL_MAX_MS, Math.ceil(heartbeatTimeoutMs / 2));
    this.#record = record;
  }

  /** Takes a detail; after the end it is ignored. */
  beat(detail: Payload): void {
    if (this.#isOver) return;
    this.#latest = detail;
    if (!this.#isResting) this.#recordLatest();
  }

  /** The attempt is over. If another attempt follows, the latest detail is recorded for it. */
  end({ isFollowed }: { isFollowed: boolean }): void {
    this.#stopAlarm();
    if (isFollowed && this.#latest !== null) this.#record(this.#latest);
    this.#isOver = true;
  }

  #recordLatest(): void {
    this.#isResting = this.#latest !== null;
    if (this.#latest === null) return;
    this.#record(this.#latest);
    this.#latest = null;
    this.#stopAlarm = this.#clock.setAlarm(this.#clock.now() + this.#intervalMs, () => this.#recordLatest());
  }
}
