/** Time that stands still until somebody lets it leap to the next alarm. */
import type { Clock } from '../../runtime/contract/clock.ts';
import type { ProcessLife } from './process-life.ts';

interface Alarm {
  at: number;
  fire: () => void;
}

export class LeapingClock {
  #now = Date.UTC(2030, 0, 1);
  readonly #alarms = new Set<Alarm>();

  /** This clock as a process sees it: its alarms go with it. */
  of(life: ProcessLife): Clock {
    return {
      now: () => this.#now,
      setAlarm: (at, fire) => {
        const alarm = { at, fire: () => life.isOver || fire() };
        this.#alarms.add(alarm);
        return () => void this.#alarms.delete(alarm);
      },
    };
  }

  /** Goes to the earliest alarm, if it is not due already, and fires all that are due then, earliest first. */
  leap(): void {
    const alarms = [...this.#alarms].toSorted((a, b) => a.at - b.at);
    if (!alarms[0]) throw new Error('No alarm is set: nothing will ever happen again.');
    // Clocks tell whole milliseconds.
    this.#now = Math.max(this.#now, Math.ceil(alarms[0].at));
    for (const alarm of alarms) {
      if (alarm.at > this.#now) break;
      // One that fired before may have called this one off.
      if (this.#alarms.delete(alarm)) alarm.fire();
    }
  }
}
