/** The step attempts that really began and ended, and whether they were allowed to. */
import type { RunId, WorkerId } from '../../runtime/contract/ids.ts';
import type { RunModel, StoreModel } from './store-model.ts';

export interface AttemptBegin {
  runId: RunId;
  call: number;
  attempt: number;
  /** The worker in whose process it begins. */
  workerId: WorkerId | null;
  /** The time there; `null`: that clock was set, and tells nothing. */
  now: number | null;
}

export class StepLedger {
  readonly #store: StoreModel;
  readonly #report: (problem: string) => void;
  readonly #isTimeTrue: boolean;
  readonly #begun = new Set<string>();
  /** Attempts that began in a process that had lost the run, and did not know it yet. */
  staleBegins = 0;

  /** @param isTimeTrue All clocks agree and none is set: then every process knows whether its lease holds. */
  constructor(store: StoreModel, report: (problem: string) => void, isTimeTrue: boolean) {
    this.#isTimeTrue = isTimeTrue;
    if (isTimeTrue) store.attemptsBegun = new Set();
    this.#store = store;
    this.#report = report;
  }

  get beginCount(): number {
    return this.#begun.size;
  }

  begin(begin: AttemptBegin): void {
    const { runId, call, attempt, workerId } = begin;
    const what = `attempt ${attempt} of call ${call} of ${runId}`;
    const run = this.#store.runs.get(runId);
    const isAsked = run?.journal.some((event) => event.type === 'step_created' && event.call === call);
    if (!run || !isAsked) {
      this.#report(`${what} began before its call was durable`);
      return;
    }
    const key = `${workerId} ${what}`;
    if (this.#begun.has(key)) this.#report(`${what} began twice in one process`);
    this.#begun.add(key);
    this.#store.attemptsBegun?.add(`${runId} ${call} ${attempt}`);
    if (isForgotten(run, call) || run.endedBy === workerId) return;
    if (this.#store.offers.isTaken(begin, workerId)) return;
    if (run.owner === workerId) return this.#checkOwned(run, begin, what);
    // Only a clock that differs from the others keeps a process from knowing that it has lost the run.
    this.staleBegins += 1;
    if (this.#isTimeTrue) this.#report(`${what} began in a process that had lost the run`);
  }

  /** The owner begins what its journal says is next, and nothing else. */
  #checkOwned({ state, runId }: RunModel, { call, attempt, now }: AttemptBegin, what: string): void {
    const open = state.open.get(call);
    if (open?.kind !== 'step') this.#report(`${what} began although the call is not open any more`);
    else if (state.pausedAt !== null) this.#report(`${what} began although ${runId} is paused`);
    else if (open.attempt !== attempt) this.#report(`${what} began, the journal says ${open.attempt}`);
    else if (now !== null && now < open.retryAt) this.#report(`${what} began ${open.retryAt - now} ms too early`);
  }
}

/** Asked for before the run began anew, which waits for nothing: such a step is begun all the same. */
function isForgotten({ journal, state }: RunModel, call: number): boolean {
  const events = journal.filter((event) => event.type.startsWith('step_') && 'call' in event && event.call === call);
  return (
    events[0]!.seq < state.baseSeq && !events.some(({ type }) => type === 'step_completed' || type === 'step_failed')
  );
}
