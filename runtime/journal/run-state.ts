/**
 * The state of a run as its journal tells it: a pure state machine, fed event by event.
 * It holds open calls only, so its size does not grow with the length of the journal.
 */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { BuildId, RunId, WorkflowId } from '../contract/ids.ts';
import { changeAttributes, type Attributes } from '../contract/attributes.ts';
import type { TraceContext } from '../contract/telemetry.ts';
import { behaviourOf } from './behaviours.ts';
import type {
  JournalEvent,
  Payload,
  RunContinued,
  RunCreated,
  RunStatus,
  StepCallOptions,
  StepCreated,
} from './events.ts';
import { isTerminal } from './events.ts';

/** A step call without a result. */
export interface OpenStep {
  readonly kind: 'step';
  readonly call: number;
  /** Seq of the event that made the call. */
  readonly createdSeq: number;
  /** `step//…` */
  readonly name: string;
  readonly payload: Payload;
  readonly options: StepCallOptions;
  /** The number of the attempt that runs or comes next, from 1. */
  readonly attempt: number;
  /**
   * When the first attempt began; `null`: no attempt is known to have begun. One that its worker took along may have
   * begun up to a moment earlier.
   */
  readonly startedAt: number | null;
  /** Attempts that ended with an error. */
  readonly failures: number;
  /** Attempts without an outcome: the worker that ran them was lost. */
  readonly interruptions: number;
  /** When the next attempt may begin, in milliseconds since the epoch; 0: at once. */
  readonly retryAt: number;
  /** The run was paused when the next attempt was asked for: it has not begun. */
  readonly held: boolean;
  /** The encoded detail of the latest heartbeat; `null`: there was none. */
  readonly heartbeat: Payload | null;
  /** Seq of that event; `null`: there was none. */
  readonly heartbeatSeq: number | null;
}
/** A sleep that is not over. */
export interface OpenWait {
  readonly kind: 'wait';
  readonly call: number;
  readonly dueAt: number;
}
/** A hook that still takes payloads. */
export interface OpenHook {
  readonly kind: 'hook';
  readonly call: number;
  readonly token: string;
  /** Another run holds its token: it will get nothing. */
  readonly conflicted: boolean;
}
/** A run that this one started and that has not ended. */
export interface OpenChild {
  readonly kind: 'child';
  readonly call: number;
  readonly childId: RunId;
  readonly detached: boolean;
}
/**
 * A call that still waits for something outside. Each event replaces the object, so a call that was read never changes.
 */
export type OpenCall = OpenStep | OpenWait | OpenHook | OpenChild;

/** How far a run is. Read-only: a {@link RunStateMachine} moves it on. Times are in milliseconds since the epoch. */
export interface RunState {
  readonly runId: RunId;
  readonly status: RunStatus;
  readonly workflowId: WorkflowId | null;
  readonly seed: string;
  readonly input: Payload;
  readonly parent: RunCreated['parent'] | null;
  /** A pending run is not started before this time. */
  readonly startAt: number;
  readonly timeoutMs: number | null;
  readonly buildId: BuildId | null;
  /** The build whose code has made the first arguments; `null`: nobody knows. */
  readonly callerBuildId: BuildId | null;
  /** Version of behaviour that the journal is written under, see `behaviours.ts`. */
  readonly behaviour: number;
  /** `null`: unknown, because the run began anew under a version that did not note them. */
  readonly attributes: Attributes | null;
  /** Ids of the patches that the journal has: for them `patched(id)` is true on replay. */
  readonly patches: readonly string[];
  /** When it was created, in milliseconds since the epoch. */
  readonly createdAt: number;
  /** Where it was started, for whoever traces it; `null`: nobody did then. */
  readonly trace: TraceContext | null;
  /** The latest `span` of an event; `null`: there was none. */
  readonly lastSpan: string | null;
  readonly startedAt: number | null;
  readonly pausedAt: number | null;
  /** When the code was told to end, be it by a cancel or because its time was over. */
  readonly cancelRequestedAt: number | null;
  readonly cancelCause: 'cancel' | 'timeout';
  readonly cancelReason: string | undefined;
  /** Seq of the last `run_continued`, where replay begins; 0: at the beginning. */
  readonly baseSeq: number;
  /** Seq of the last event. */
  readonly seq: number;
  /** Time of the last event. Workflow time never goes back. */
  readonly lastAt: number;
  /** By call, in the order in which the code asked for them. */
  readonly open: ReadonlyMap<number, OpenCall> & Pick<OpenCalls, 'timed'>;
}

const hasTime = (call: OpenCall | undefined): boolean =>
  call?.kind === 'wait' || (call?.kind === 'step' && call.retryAt > 0);

/** The open calls of a run. It knows how many of them time moves on: of many thousands of steps none may be one. */
class OpenCalls extends Map<number, OpenCall> {
  #timed = 0;

  /** How many are sleeps, or steps that are tried again. */
  get timed(): number {
    return this.#timed;
  }

  override set(key: number, call: OpenCall): this {
    this.#timed += Number(hasTime(call)) - Number(hasTime(this.get(key)));
    return super.set(key, call);
  }

  override delete(key: number): boolean {
    this.#timed -= Number(hasTime(this.get(key)));
    return super.delete(key);
  }

  override clear(): void {
    this.#timed = 0;
    super.clear();
  }
}

/** One list for all runs without patches. */
const NO_PATCHES: readonly string[] = [];

type OwnState = { -readonly [Field in Exclude<keyof RunState, 'open'>]: RunState[Field] } & {
  readonly open: OpenCalls;
};

/** Moves the state of one run on. Its holder owns the state; everybody else has the read-only view. */
export class RunStateMachine {
  readonly #state: OwnState;

  /** A run without a journal. */
  constructor(runId: RunId) {
    this.#state = createState(runId);
  }

  /** Reads a whole journal, or its part since the run began anew. @throws `journal_invalid`. */
  static read(runId: RunId, journal: Iterable<JournalEvent>): RunStateMachine {
    const machine = new RunStateMachine(runId);
    for (const event of journal) machine.apply(event);
    return machine;
  }

  /** The same object for the whole life of the machine: it shows each event that is applied. */
  get state(): RunState {
    return this.#state;
  }

  /**
   * Moves the state on by one event. Throws `journal_invalid` for an event that cannot stand there; then nothing has
   * changed. Events between `run_created` and a `run_continued` may be left out: they do not matter any more.
   */
  apply(event: JournalEvent): void {
    applyEvent(this.#state, event);
  }
}

function createState(runId: RunId): OwnState {
  return {
    runId,
    status: 'pending',
    workflowId: null,
    seed: '',
    input: '',
    parent: null,
    startAt: 0,
    timeoutMs: null,
    buildId: null,
    callerBuildId: null,
    behaviour: 1,
    attributes: {},
    patches: NO_PATCHES,
    createdAt: 0,
    trace: null,
    lastSpan: null,
    startedAt: null,
    pausedAt: null,
    cancelRequestedAt: null,
    cancelCause: 'cancel',
    cancelReason: undefined,
    baseSeq: 0,
    seq: 0,
    lastAt: 0,
    open: new OpenCalls(),
  };
}

function applyEvent(state: OwnState, event: JournalEvent): void {
  const broken = (reason: string) => runtimeError('journal_invalid', { runId: state.runId, seq: event.seq, reason });
  const isNext = event.seq === state.seq + 1 || (event.type === 'run_continued' && state.seq === 1);
  if (!isNext) throw broken(`it follows event ${state.seq}`);
  if (isTerminal(state.status)) throw broken(`the run has already ended (${state.status})`);
  if (event.seq === 1 && event.type !== 'run_created') throw broken('a journal begins with run_created');
  if ('call' in event) applyCallEvent(state, event, broken);
  else applyRunEvent(state, event);
  state.seq = event.seq;
  if (event.span !== undefined) state.lastSpan = event.span;
  // The events that follow in a copy happened before its creation.
  const isCopy = event.type === 'run_created' && event.forkedFrom !== undefined;
  if (!isCopy) state.lastAt = Math.max(state.lastAt, event.at);
}

type CallEvent = Extract<JournalEvent, { call: number }>;
type RunEvent = Exclude<JournalEvent, CallEvent>;

function applyRunEvent(state: OwnState, event: RunEvent): void {
  switch (event.type) {
    case 'run_created':
      state.workflowId = event.workflowId;
      state.seed = event.seed;
      state.input = event.payload;
      state.parent = event.parent ?? null;
      state.startAt = event.startAt ?? 0;
      state.buildId = event.buildId ?? null;
      state.callerBuildId = event.callerBuildId ?? null;
      state.timeoutMs = event.timeoutMs ?? null;
      state.behaviour = behaviourOf(event);
      state.attributes = event.attributes ?? {};
      state.createdAt = event.at;
      state.trace = event.trace ?? null;
      return;
    case 'run_started':
      state.status = 'running';
      state.buildId = event.buildId;
      state.startedAt = event.at;
      return;
    case 'run_moved':
      state.buildId = event.buildId;
      return;
    case 'run_continued':
      applyContinuation(state, event);
      return;
    case 'run_paused':
      state.pausedAt = event.at;
      return;
    case 'run_resumed':
      state.pausedAt = null;
      for (const call of state.open.values())
        if (call.kind === 'step') state.open.set(call.call, { ...call, held: false });
      return;
    case 'run_cancel_requested':
      state.pausedAt = null;
      state.cancelRequestedAt = event.at;
      state.cancelCause = event.cause ?? 'cancel';
      state.cancelReason = event.reason;
      state.open.clear();
      return;
    case 'run_completed':
    case 'run_failed':
    case 'run_cancelled':
      state.status = event.type.slice('run_'.length) as RunStatus;
      state.open.clear();
      return;
    case 'signal_aborted':
    case 'signal_received':
    case 'stream_written':
    case 'stream_closed':
      return;
    case 'patched':
      state.patches = [...state.patches, event.id];
      return;
    case 'attributes_set':
    case 'attributes_changed':
      if (state.attributes) state.attributes = changeAttributes(state.attributes, event.attributes);
  }
}

/** The first version of behaviour under which a run that begins anew notes its attributes. */
const NOTES_ATTRIBUTES = 4;

function applyContinuation(state: OwnState, event: RunContinued): void {
  state.status = 'running';
  state.input = event.payload;
  state.buildId = event.buildId;
  state.behaviour = behaviourOf(event);
  state.patches = NO_PATCHES;
  state.startedAt = event.startedAt;
  state.pausedAt = event.pausedAt ?? null;
  state.attributes = event.attributes ?? (state.behaviour < NOTES_ATTRIBUTES ? null : {});
  state.baseSeq = event.seq;
  state.open.clear();
  for (const { call, token } of event.hooks) state.open.set(call, { kind: 'hook', call, token, conflicted: false });
}

/** A step call as it stands when the code has just asked for it. */
export function toOpenStep({ call, seq, name, payload, options = {} }: StepCreated): OpenStep {
  return {
    kind: 'step',
    call,
    createdSeq: seq,
    name,
    payload,
    options,
    attempt: 1,
    startedAt: null,
    failures: 0,
    interruptions: 0,
    retryAt: 0,
    held: false,
    heartbeat: null,
    heartbeatSeq: null,
  };
}

function applyCallEvent(state: OwnState, event: CallEvent, broken: (reason: string) => Error): void {
  const { call } = event;
  switch (event.type) {
    case 'step_created':
      state.open.set(call, { ...toOpenStep(event), held: state.pausedAt !== null });
      return;
    case 'wait_created':
      state.open.set(call, { kind: 'wait', call, dueAt: event.dueAt });
      return;
    case 'hook_created':
      state.open.set(call, { kind: 'hook', call, token: event.token, conflicted: false });
      return;
    case 'child_created':
      state.open.set(call, { kind: 'child', call, childId: event.childId, detached: event.detached === true });
      return;
    case 'hook_disposed':
      // A hook may be closed already, by a cancel.
      state.open.delete(call);
      return;
    case 'child_cancel_requested':
      return;
    default: {
      const open = state.open.get(call);
      if (!open || !belongsTo(event, open)) throw broken(`${event.type} for call ${call}, which does not wait for it`);
      applyOutcome(state, open, event);
    }
  }
}

const belongsTo = (event: CallEvent, call: OpenCall): boolean => event.type.startsWith(`${call.kind}_`);

function applyOutcome(state: OwnState, call: OpenCall, event: CallEvent): void {
  if (event.type === 'step_retrying' && call.kind === 'step') {
    state.open.set(call.call, {
      ...call,
      ...(event.payload === undefined ? { interruptions: call.interruptions + 1 } : { failures: call.failures + 1 }),
      attempt: event.attempt + 1,
      startedAt: event.startedAt ?? call.startedAt,
      retryAt: event.retryAt,
      held: state.pausedAt !== null,
    });
  } else if (event.type === 'step_started' && call.kind === 'step') {
    state.open.set(call.call, { ...call, startedAt: call.startedAt ?? event.at });
  } else if (event.type === 'step_heartbeat' && call.kind === 'step') {
    state.open.set(call.call, { ...call, heartbeat: event.payload, heartbeatSeq: event.seq });
  } else if (event.type === 'hook_conflict' && call.kind === 'hook') {
    state.open.set(call.call, { ...call, conflicted: true });
  } else if (ENDS_CALL.has(event.type)) {
    state.open.delete(event.call);
  }
}

const ENDS_CALL: ReadonlySet<JournalEvent['type']> = new Set<JournalEvent['type']>([
  'step_completed',
  'step_failed',
  'wait_completed',
  'child_completed',
  'child_failed',
]);

/**
 * Until when a run may go on: the end of its time, or, once it was told to end, of its grace period; `Infinity`: no
 * limit.
 */
export function deadlineOf(state: RunState, cancelGraceMs: number): number {
  if (state.cancelRequestedAt !== null) return state.cancelRequestedAt + cancelGraceMs;
  return state.timeoutMs === null || state.startedAt === null ? Infinity : state.startedAt + state.timeoutMs;
}

/**
 * When the run next wants a worker by itself: 0 at once, `null` when only the outside can move it on.
 * @param elsewhere Step calls of which other workers make the attempts. Default: none.
 */
export function nextWakeAt(
  state: RunState,
  cancelGraceMs: number,
  elsewhere?: { has(call: number): boolean },
): number | null {
  return nextTime(state, cancelGraceMs, state.open.values(), ({ call, retryAt }) =>
    elsewhere?.has(call) ? Infinity : retryAt,
  );
}

/**
 * When time alone next moves the run on: it may start, a sleep is over, a retry is due, or its own time is over.
 * @param running Step calls of which an attempt is under way.
 */
export function nextTimerAt(
  state: RunState,
  cancelGraceMs: number,
  running: { has(call: number): boolean },
): number | null {
  const calls = state.open.timed === 0 ? [] : state.open.values();
  return nextTime(state, cancelGraceMs, calls, ({ call, retryAt }) =>
    retryAt > 0 && !running.has(call) ? retryAt : Infinity,
  );
}

function nextTime(
  state: RunState,
  cancelGraceMs: number,
  calls: Iterable<OpenCall>,
  timeOfStep: (step: OpenStep) => number,
): number | null {
  if (isTerminal(state.status)) return null;
  if (state.status === 'pending') return state.pausedAt === null ? state.startAt : null;
  let time = deadlineOf(state, cancelGraceMs);
  if (state.pausedAt === null) {
    for (const call of calls) {
      if (call.kind === 'step') time = Math.min(time, timeOfStep(call));
      else if (call.kind === 'wait') time = Math.min(time, call.dueAt);
      // Nothing is earlier than at once.
      if (time <= 0) break;
    }
  }
  return time === Infinity ? null : time;
}
