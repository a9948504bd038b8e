/**
 * The life of one simulated process: what is to happen in it waits while it hangs, and never happens when it is dead.
 */
import type { Cancel, Scheduler } from './scheduler.ts';

type Happening = () => void | Promise<void>;

export class ProcessLife {
  readonly name: string;
  readonly #scheduler: Scheduler;
  #isAlive = true;
  /** Happenings that wait until the process goes on, in order; `null`: nothing holds it up. */
  #held: Happening[] | null = null;
  #isStopped = false;
  readonly #end = Promise.withResolvers<void>();
  /** It was told to end. */
  isEnding = false;
  /** It did what it had to do before its end. */
  endedInOrder = false;
  /** Answers to the outside that are under way. */
  responses = 0;
  /** Until when it was last stopped, in milliseconds of the simulation. */
  stoppedUntilMs = -Infinity;
  /** When it was last stopped or held up, in milliseconds of the simulation. */
  lastHeld: { sinceMs: number; untilMs: number; wasStopped: boolean } | null = null;

  constructor(name: string, scheduler: Scheduler) {
    this.name = name;
    this.#scheduler = scheduler;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Resolves when it is dead. */
  get ended(): Promise<void> {
    return this.#end.promise;
  }

  /** Nothing happens on its event loop. */
  get hangs(): boolean {
    return this.#held !== null;
  }

  /** The whole of it stands still, its threads included. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Ends at once and for ever, like SIGKILL. */
  kill(): void {
    this.#isAlive = false;
    this.#held = null;
    this.#end.resolve();
  }

  /** Stands still, like SIGSTOP. */
  stop(): void {
    if (!this.#isAlive) return;
    this.#isStopped = true;
    this.stoppedUntilMs = Infinity;
    this.#hold();
  }

  /** Code holds its event loop; its threads go on. */
  block(): void {
    if (this.#isAlive) this.#hold();
  }

  #hold(): void {
    this.#held ??= [];
    const sinceMs = this.lastHeld?.untilMs === Infinity ? this.lastHeld.sinceMs : this.#scheduler.elapsedMs;
    this.lastHeld = { sinceMs, untilMs: Infinity, wasStopped: this.#isStopped };
  }

  /** Goes on, like SIGCONT: all that was held back happens now. */
  goOn(): void {
    const held = this.#held ?? [];
    if (this.#isStopped) this.stoppedUntilMs = this.#scheduler.elapsedMs;
    this.#held = null;
    this.#isStopped = false;
    if (this.lastHeld?.untilMs === Infinity) this.lastHeld.untilMs = this.#scheduler.elapsedMs;
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
