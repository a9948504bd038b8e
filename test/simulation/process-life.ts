/**
 * The life of one simulated process: what is to happen in it waits while it hangs, and never happens when it is dead.
 */
import type { Cancel, Scheduler } from './scheduler.ts';

type Happening = () => void | Promise<void>;

export class ProcessLife {
  readonly name: string;
  readonly #scheduler: Scheduler;
  #isAlive = true;
  /** Happenings that wait for a hanging process to go on, in order; `null`: it does not hang. */
  #held: Happening[] | null = null;

  constructor(name: string, scheduler: Scheduler) {
    this.name = name;
    this.#scheduler = scheduler;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get hangs(): boolean {
    return this.#held !== null;
  }

  /** Ends at once and for ever, like SIGKILL. */
  kill(): void {
    this.#isAlive = false;
    this.#held = null;
  }

  /** Stands still, like SIGSTOP. */
  stop(): void {
    if (this.#isAlive) this.#held ??= [];
  }

  /** Goes on, like SIGCONT: all that was held back happens now. */
  goOn(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const happening of held) this.after(0, happening);
  }

  /** Schedules something that happens in this process. */
  after(delayMs: number, happening: Happening): Cancel {
    let isCancelled = false;
    const happen = (): void | Promise<void> => {
      if (isCancelled || !this.#isAlive) return;
      if (!this.#held) return happening();
      this.#held.push(happen);
    };
    const cancel = this.#scheduler.after(delayMs, happen);
    return () => {
      isCancelled = true;
      cancel();
    };
  }
}
