/**
 * A new run out of the history of another one. The code gets the recorded answers of the outside once more, up to a
 * point and with edits, and its commands make the new journal. Calls that are open at the end begin anew.
 */
import type { BuildId, RunId } from '../contract/ids.ts';
import { newerBehaviour } from '../journal/behaviours.ts';
import { isCommand } from '../journal/event-kinds.ts';
import {
  isTerminal,
  type JournalEvent,
  type Payload,
  type RunCreated,
  type StepCreated,
  type Unplaced,
} from '../journal/events.ts';
import { RunStateMachine, type OpenCall, type RunState } from '../journal/run-state.ts';
import type { Sandbox } from '../replay/realm.ts';
import type { NewRun } from '../world/world.ts';
import { JOURNAL_EVENTS_MAX } from './full-journal.ts';
import type { NewRunFacts } from './outbox.ts';
import { RequestComparison, Requests } from './same-request.ts';
import { Turn } from './turn.ts';

/** The history to copy, the edits, and a sandbox of the code that is to go on with it. */
export interface CopyInput {
  runId: RunId;
  created: RunCreated;
  /** The journal of the other run, from where its replay begins. */
  history: readonly JournalEvent[];
  buildId: BuildId;
  /** In a sandbox for `runId`. */
  sandbox: Sandbox;
  /** Results by step call: each takes the place of the recorded or of a new result. */
  results: ReadonlyMap<number, Payload>;
  /** The history ends before the first answer to this call; `null`: all of it is told. */
  fromCall: number | null;
  /** Seq of outcomes that are left out: their calls begin anew. */
  without: ReadonlySet<number>;
  /** Arguments or results are others than they were: what depends on them is made anew. */
  isEdited: boolean;
  newRunFacts: NewRunFacts;
}

/** The new run, not stored yet, and where it leaves the history. */
export interface RunCopy {
  newRun: NewRun;
  state: RunState;
  /** Seq of the first event that the code does not wait for as it did then; `null`: it takes the whole history. */
  divergedAt: number | null;
}

/** Tells the code the history and makes a run of what follows. Nothing is stored. @throws `run_behaviour_newer`. */
export function copyRun(input: CopyInput): RunCopy {
  const { runId, created, sandbox, newRunFacts, history } = input;
  const newer = newerBehaviour(created.forkedFrom!.runId, history);
  if (newer) throw newer;
  const machine = RunStateMachine.read(runId, [created]);
  const { state } = machine;
  sandbox.replaying = true;
  const turn = new Turn(machine, sandbox, {
    newRunFacts,
    journalEventsMax: JOURNAL_EVENTS_MAX,
    openNext: () => {
      throw new Error('The history of a run ends where it begins anew.');
    },
  });
  const divergedAt = tell(input, state, turn);
  const forkedFrom = { ...created.forkedFrom!, seq: turn.events.length + 1 };
  const outbox = turn.outbox.take();
  const children = outbox?.runs.filter(({ events: [first] }) => isOpenChild(state, first)) ?? [];
  // As with messages: effects of the history on other runs are not repeated.
  const appends = turn.appends.take()?.filter((append) => append.runId === runId) ?? [];
  const newRun: NewRun = {
    runId,
    workflowId: created.workflowId,
    owner: null,
    dueAt: isTerminal(state.status) ? null : 0,
    events: [{ ...created, forkedFrom }, ...turn.events],
    ...(appends.length > 0 && { appends }),
    ...(children.length > 0 && { outbox: { runs: children, messages: [] } }),
  };
  return { newRun, state, divergedAt };
}

/** Children that had ended are not started once more. */
const isOpenChild = (state: RunState, created: JournalEvent | undefined): boolean =>
  created?.type === 'run_created' && created.parent !== undefined && state.open.has(created.parent.call);

/** Returns where the code leaves the history, see {@link RunCopy}. */
function tell(input: CopyInput, state: RunState, turn: Turn): number | null {
  const divergedAt = tellHistory(input, state, turn);
  for (const [call, payload] of input.results) {
    if (state.open.get(call)?.kind !== 'step') continue;
    const at = state.lastAt;
    turn.record({ type: 'step_completed', call, attempt: 1, startedAt: at, payload, at });
  }
  return divergedAt;
}

/**
 * After the first event that does not fit, an edited copy still hears of the calls that it was waiting for by then, in
 * parallel: they do not depend on what is made anew. Numbers of later calls may mean something else than they did.
 */
function tellHistory(input: CopyInput, state: RunState, turn: Turn): number | null {
  const { history, results, fromCall, without, buildId, isEdited } = input;
  const fit = new CallFit(input, state, turn);
  let divergedAt: number | null = null;
  for (const event of history) {
    const isCut = 'call' in event && event.call === fromCall && !isCommand(event);
    if (isCut || event.type === 'run_cancel_requested') break;
    const again = toTellAgain(event, { results, buildId });
    if (!again || without.has(event.seq)) continue;
    if (!isTerminal(state.status) && fit.takes(again)) {
      turn.record({ ...again, at: event.at });
      continue;
    }
    divergedAt ??= event.seq;
    if (!isEdited || isTerminal(state.status)) break;
    fit.takeNoMoreCalls();
  }
  return divergedAt;
}

/** An event of the history as it is told again; `null`: the code makes it anew, or it is not about the code. */
function toTellAgain(
  event: JournalEvent,
  { results, buildId }: Pick<CopyInput, 'results' | 'buildId'>,
): Unplaced | null {
  const { seq: _seq, at: _at, ...same } = event;
  switch (event.type) {
    case 'run_created':
    case 'run_paused':
    case 'run_resumed':
    case 'run_moved':
      return null;
    case 'run_started':
    case 'run_continued':
      return { ...(same as Unplaced<typeof event>), buildId };
    case 'step_completed':
    case 'step_failed': {
      const { call, attempt, startedAt } = event;
      const payload = results.get(call);
      return payload === undefined ? same : { type: 'step_completed', call, attempt, startedAt, payload };
    }
    default:
      return isCommand(event) ? null : same;
  }
}

/** Whether the code waits for an event now, as it did then. */
class CallFit {
  readonly #state: RunState;
  readonly #isEdited: boolean;
  readonly #results: CopyInput['results'];
  readonly #then: Requests;
  readonly #now: Requests;
  readonly #comparison: RequestComparison;
  /** Whether the code of both asked for the same, by call; once known it stays so. */
  readonly #areSame = new Map<number, boolean>();
  #callsMax = Infinity;

  constructor({ runId, created, history, isEdited, results }: CopyInput, state: RunState, turn: Turn) {
    this.#state = state;
    this.#isEdited = isEdited;
    this.#results = results;
    this.#then = new Requests(history);
    this.#now = new Requests(turn.events);
    this.#comparison = new RequestComparison(runId, created.forkedFrom!.runId);
  }

  /** Calls that the code asks for from now on count as others. */
  takeNoMoreCalls(): void {
    if (this.#callsMax === Infinity) this.#callsMax = Math.max(-1, ...this.#state.open.keys());
  }

  takes(event: Unplaced): boolean {
    if (!('call' in event)) return this.#callsMax === Infinity;
    const open = this.#state.open.get(event.call);
    if (!open || open.call > this.#callsMax || !event.type.startsWith(`${open.kind}_`)) return false;
    const isSame = this.#areSame.get(open.call) ?? this.#isSame(open);
    this.#areSame.set(open.call, isSame);
    return isSame;
  }

  /** Without edits, and where the result is given, only the name of a step counts. */
  #isSame({ kind, call }: OpenCall): boolean {
    const [now, then] = [this.#now.of(call), this.#then.of(call)];
    // A hook from before `continueAs()` was asked for in neither.
    if (!now || !then) return now === then;
    if (this.#isEdited && !this.#results.has(call)) return this.#comparison.areSame(now, then);
    return kind !== 'step' || (now as StepCreated).name === (then as Partial<StepCreated>).name;
  }
}

/** Seq of the failures after which nothing came but the end of the run: a retry leaves them out. */
export function findLastFailures(journal: readonly JournalEvent[]): Set<number> {
  const isEnd = (event: JournalEvent) => event.type === 'run_failed' || event.type === 'run_cancelled';
  const lastCommand = journal.findLastIndex((event) => isCommand(event) && !isEnd(event));
  const tail = journal.slice(lastCommand + 1);
  const failures = tail.filter(({ type }) => type === 'step_failed' || type === 'child_failed');
  const last = journal.findLast(({ type }) => type === 'step_failed' || type === 'child_failed');
  return new Set((failures.length > 0 || !last ? failures : [last]).map(({ seq }) => seq));
}
