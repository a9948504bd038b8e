/** One call of a workflow in this process while it goes on, in whatever way it is run. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { nameOf } from '../../runtime/contract/ids.ts';
import { showValue } from './show-value.ts';

/** How long nothing happens before time passes. */
const IDLE_MS = 10;
/** So often in a row the call waits for the same: it does not come any more. */
const IDLE_MAX = 100;
/** So many sleeps and payloads: the workflow may have no end. */
const STOPS_MAX = 200;

/** How a call ended. */
export type Ending = { kind: 'returned' | 'threw'; value: unknown } | { kind: 'waits for'; value: string };

/** A step while it runs. */
export interface FollowedStep {
  id: string;
  startedAt: Date;
}

/** The step whose code this is. */
export const presentStep = new AsyncLocalStorage<FollowedStep>();

/** Goes on with what is due first; see {@link FollowedCall.end}. */
export type PassTime = () => Promise<'working' | 'passed' | { waitsFor: string }>;

/** Steps of this package, such as `fetch`. */
const isOfPackage = (id: string): boolean => id.startsWith('step//workflow/');

/** Follows the steps of a call, and waits for its end. */
export class FollowedCall {
  readonly #steps: string[] = [];
  #running = 0;

  /** Runs the body of a step. @param args As the step gets them. */
  async step<Result>(id: string, args: Iterable<unknown>, run: () => Result | Promise<Result>): Promise<Result> {
    if (!isOfPackage(id)) this.#steps.push(`step ${nameOf(id)} ${showValue([...args])}`);
    this.#running += 1;
    try {
      return await presentStep.run({ id, startedAt: new Date() }, run);
    } finally {
      this.#running -= 1;
    }
  }

  /**
   * Waits for the end of the call. Nobody waits for sleeps: whenever no step runs, what is due first is there.
   * @param passTime Called when no step runs and nothing has happened for a moment.
   */
  async end(ending: Promise<Ending>, passTime: PassTime): Promise<Ending> {
    let stops = 0;
    for (let idle = 0; stops < STOPS_MAX;) {
      const ended = await Promise.race([ending, pause()]);
      if (ended) return ended;
      const passed = this.#running > 0 ? 'working' : await passTime();
      if (passed === 'passed') stops += 1;
      if (typeof passed === 'string') idle = 0;
      else if (++idle === IDLE_MAX) return { kind: 'waits for', value: passed.waitsFor };
    }
    return { kind: 'waits for', value: `more than ${STOPS_MAX} sleeps or payloads` };
  }

  /** Everything that can be compared. Steps that run side by side begin in no order. */
  report({ kind, value }: Ending): string {
    const end = `${kind} ${kind === 'waits for' ? value : showValue(value)}`;
    return [...this.#steps.toSorted(), end].join('\n');
  }
}

/** A moment. */
export const pause = (): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), IDLE_MS));
