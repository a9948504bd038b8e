/** Says in the log that steps wait long for a place, and which setting gives them more. */
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import type { ReadonlyReleasingSet } from '../contract/releasing-map.ts';
import type { WaitingStep } from './step-queue.ts';

/** A step that has waited for so long is reported … */
const LONG_WAIT_MS = 5_000;
/** … and while steps go on waiting, no other one before this time has passed. */
const REPORT_PAUSE_MS = 60_000;

/** The steps to watch, and where to report them. */
export interface LongWaitsOptions {
  clock: Clock;
  log: Log;
  /** Places of the process. */
  concurrency: number;
  /** Results use up the memory: that is what steps wait for. */
  waitsForMemory(): boolean;
  /** Steps that wait, those that came first at the beginning. */
  waiting(): ReadonlyReleasingSet<WaitingStep>;
}

/** Watches a queue for as long as anything waits in it. */
export class LongWaits {
  readonly #options: LongWaitsOptions;
  #isArmed = false;
  #reportAt = -Infinity;

  constructor(options: LongWaitsOptions) {
    this.#options = options;
  }

  /** Something waits now. */
  watch(): void {
    const longest = this.#longest;
    if (!longest || this.#isArmed) return;
    this.#isArmed = true;
    this.#options.clock.setAlarm(Math.max(longest.since + LONG_WAIT_MS, this.#reportAt), () => {
      this.#isArmed = false;
      this.#report();
      this.watch();
    });
  }

  get #longest(): WaitingStep | undefined {
    return [...this.#options.waiting().values().take(1)][0];
  }

  #report(): void {
    const longest = this.#longest;
    const { clock, log, concurrency, waiting } = this.#options;
    const waitedMs = longest ? clock.now() - longest.since : 0;
    if (!longest || waitedMs < LONG_WAIT_MS) return;
    this.#reportAt = clock.now() + REPORT_PAUSE_MS;
    const { name: stepName, runId, limit } = longest.step;
    const facts = { stepName, runId, waitedMs, waiting: waiting().size };
    if (longest.waitsInLane) log.info('steps_waiting', { ...facts, limit, fix: 'raise `concurrency` of the step' });
    else {
      const setting = this.#options.waitsForMemory() ? 'WORKFLOW_MEMORY_MB' : 'WORKFLOW_CONCURRENCY';
      log.warn('steps_waiting', { ...facts, limit: concurrency, fix: `raise ${setting}` });
    }
  }
}
