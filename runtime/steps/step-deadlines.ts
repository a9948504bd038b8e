/** The time limits of one attempt: for the whole of it, and for how long it may be silent. */
import type { Clock } from '../contract/clock.ts';
import type { WorkflowError } from '../contract/errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';

/** The limits of one attempt, in milliseconds; `undefined`: none. */
export interface StepDeadlinesOptions {
  timeoutMs: number | undefined;
  heartbeatTimeoutMs: number | undefined;
  clock: Clock;
  stepName: string;
  startedAt: number;
  /** One of the limits is reached. */
  onPassed(error: WorkflowError): void;
}

/** Watches the limits of one attempt and reports the first that passes, once. */
export class StepDeadlines {
  readonly #clock: Clock;
  readonly #onPassed: (error: WorkflowError) => void;
  readonly #stops: (() => void)[] = [];
  #lastSignAt: number;

  constructor({ clock, stepName, startedAt, timeoutMs, heartbeatTimeoutMs, onPassed }: StepDeadlinesOptions) {
    this.#clock = clock;
    this.#onPassed = onPassed;
    this.#lastSignAt = startedAt;
    if (timeoutMs !== undefined) {
      const pass = () => this.#pass(timedOut('step_timed_out', stepName, timeoutMs));
      this.#stops.push(clock.setAlarm(startedAt + timeoutMs, pass));
    }
    if (heartbeatTimeoutMs !== undefined) this.#watchSigns(stepName, heartbeatTimeoutMs);
  }

  /** The attempt gave a sign of life. */
  onSign(): void {
    this.#lastSignAt = this.#clock.now();
  }

  /** The attempt is over: its limits no longer count. */
  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** One alarm at a time, which looks when the last sign came: signs may be far more frequent than alarms are cheap. */
  #watchSigns(stepName: string, limitMs: number): void {
    const slot = this.#stops.push(() => {}) - 1;
    const arm = () => {
      this.#stops[slot] = this.#clock.setAlarm(this.#lastSignAt + limitMs, () => {
        if (this.#clock.now() < this.#lastSignAt + limitMs) arm();
        else this.#pass(timedOut('step_heartbeat_missed', stepName, limitMs));
      });
    };
    arm();
  }

  #pass(error: WorkflowError): void {
    this.stop();
    this.#onPassed(error);
  }
}

/** Named as the platform names it, because that is what libraries look for in the reason of a signal. */
const timedOut = (code: 'step_timed_out' | 'step_heartbeat_missed', stepName: string, limitMs: number): WorkflowError =>
  Object.defineProperty(runtimeError(code, { stepName, limitMs }), 'name', {
    value: 'TimeoutError',
    writable: true,
    configurable: true,
  });
