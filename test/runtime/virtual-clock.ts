import type { Clock } from '../../runtime/contract/clock.ts';

/** A clock that stands still until it is told to go on. */
export class VirtualClock implements Clock {
  #now: number;
  #alarms: { at: number; fire: () => void }[] = [];

  constructor(now = Date.UTC(2030, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  setAlarm(at: number, fire: () => void): () => void {
    const alarm = { at, fire };
    this.#alarms.push(alarm);
    if (at <= this.#now) setImmediate(() => this.#fireDue());
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** Goes to a time and fires what is due by then, earliest first. */
  advanceTo(at: number): void {
    for (;;) {
      const next = this.#alarms.filter((alarm) => alarm.at <= at).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#now = Math.max(this.#now, next.at);
      this.#fireDue();
    }
    this.#now = Math.max(this.#now, at);
  }

  /** Somebody sets the clock back. */
  setBack(ms: number): void {
    this.#now -= ms;
  }

  get alarmCount(): number {
    return this.#alarms.length;
  }

  advance(ms: number): void {
    this.advanceTo(this.#now + ms);
  }

  #fireDue(): void {
    const due = this.#alarms.filter((alarm) => alarm.at <= this.#now);
    this.#alarms = this.#alarms.filter((alarm) => alarm.at > this.#now);
    for (const { fire } of due) fire();
  }
}
