/** The history of open calls, read from a journal. Pure. */
import type { JournalEvent, Payload } from '../journal/events.ts';
import type { RunState } from '../journal/run-state.ts';

/** The history of one open call. Times are in milliseconds since the epoch. */
export interface CallHistory {
  /** When the code asked for it, or when a hook got its last payload. */
  since: number;
  /** Of a step: when its attempt was found to take longer than a moment; `null`: none is known to run. */
  startedAt: number | null;
  /** Of a step: the error of the last attempt that failed. */
  error: Payload | null;
}

/** Follows a journal event by event, and knows the calls that are open. */
export class OpenCallHistory {
  readonly #calls = new Map<number, CallHistory>();

  /** @param state Is that after the event. */
  follow(event: JournalEvent, state: RunState): void {
    if ('call' in event) this.#change(event, state);
    else if (state.open.size === 0) this.#calls.clear();
    if (event.type !== 'run_continued') return;
    this.#calls.clear();
    for (const call of state.open.keys()) this.#calls.set(call, toHistory(event.at));
  }

  /** Of a call that is open. */
  of(call: number): CallHistory {
    return this.#calls.get(call)!;
  }

  #change(event: Extract<JournalEvent, { call: number }>, { open }: RunState): void {
    const { call, at } = event;
    const known = this.#calls.get(call);
    if (!open.has(call)) this.#calls.delete(call);
    else if (!known) this.#calls.set(call, toHistory(at));
    else if (event.type === 'hook_received') known.since = at;
    else if (event.type === 'step_started') known.startedAt = at;
    else if (event.type === 'step_retrying') {
      this.#calls.set(call, { since: at, startedAt: null, error: event.payload ?? known.error });
    }
  }
}

const toHistory = (since: number): CallHistory => ({ since, startedAt: null, error: null });
