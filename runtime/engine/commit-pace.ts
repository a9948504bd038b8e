/** Says when commits have become slow: then all runs are, and nothing else shows why. */
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';

/** Commits take a few milliseconds; a database in another region takes 100. */
const SLOW_MS = 250;
/** Judged over so long, so that one pause says nothing. */
const WINDOW_MS = 10_000;
const COMMITS_MIN = 3;
/** As long as it does not change, it is said so often. */
const REPEAT_MS = 3_600_000;
const FIX = 'look at the disk or the database, and at the way to it; if the event loop is held, at the code of steps';

/** Measures by the clock, and says it in the log. */
export interface CommitPaceOptions {
  clock: Clock;
  log: Log;
}

/** The commits of one worker. */
export class CommitPace {
  readonly #options: CommitPaceOptions;
  #window = { since: -Infinity, commits: 0, slow: 0, longestMs: 0 };
  #saidAt = -Infinity;

  constructor(options: CommitPaceOptions) {
    this.#options = options;
  }

  /** Notes a commit that is durable. @param tookMs From the call to the answer. */
  committed(tookMs: number): void {
    const now = this.#options.clock.now();
    if (now - this.#window.since >= WINDOW_MS) this.#begin(now);
    this.#window.commits += 1;
    if (tookMs < SLOW_MS) return;
    this.#window.slow += 1;
    this.#window.longestMs = Math.max(this.#window.longestMs, tookMs);
  }

  /** Judges the window before. */
  #begin(now: number): void {
    const { commits, slow, longestMs } = this.#window;
    this.#window = { since: now, commits: 0, slow: 0, longestMs: 0 };
    if (commits < COMMITS_MIN) return;
    if (slow * 2 <= commits) this.#saidAt = -Infinity;
    else if (now - this.#saidAt >= REPEAT_MS) {
      this.#saidAt = now;
      this.#options.log.warn('store_slow', {
        commits,
        slow,
        slowMs: SLOW_MS,
        longestMs: Math.round(longestMs),
        fix: FIX,
      });
    }
  }
}
