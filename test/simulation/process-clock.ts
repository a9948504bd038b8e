import type { Clock } from '../../runtime/contract/clock.ts';
import type { ProcessLife } from './process-life.ts';
import type { Cancel, Scheduler } from './scheduler.ts';

/** No timer of a system goes off sooner. */
const TIMER_LEAST_MS = 1;

/** The clock of one machine: it is some seconds off, and may be set while alarms are waiting. */
export class ProcessClock implements Clock {
  readonly #scheduler: Scheduler;
  readonly #life: ProcessLife;
  #offMs: number;
  readonly isOfMachine = true;
  /** Somebody has set it. */
  wasSet = false;

  constructor(scheduler: Scheduler, life: ProcessLife, offMs: number) {
    this.#scheduler = scheduler;
    this.#life = life;
    this.#offMs = offMs;
  }

  now(): number {
    return Math.floor(this.#scheduler.now) + this.#offMs;
  }

  /**
   * Like a timer of the system, an alarm measures time that passes: one that comes too early on a clock that was set is
   * set again.
   */
  setAlarm(at: number, fire: () => void): Cancel {
    let cancel: Cancel;
    const arm = (): void => {
      const delayMs = Math.ceil(at) - this.#offMs - this.#scheduler.now;
      cancel = this.#life.after(Math.max(delayMs, TIMER_LEAST_MS), () => (this.now() >= at ? fire() : arm()));
    };
    arm();
    return () => cancel();
  }

  /** Somebody sets the clock. */
  jump(ms: number): void {
    this.wasSet = true;
    this.#offMs += ms;
  }
}
