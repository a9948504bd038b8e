/**
 * The state of a run as its journal tells it: a pure state machine, fed event by event.
 * It holds open calls only, so its size does not grow with the length of the journal.
 */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { BuildId, RunId, WorkflowId } from '../contract/ids.ts';
import type { JournalEvent, Payload, RunStatus, StepCallOptions, StepCreated } from './events.ts';
import { isTerminal } from './events.ts';

export interface OpenStep {
  kind: 'step';
  call: number;
  name: string;
  payload: Payload;
  options: StepCallOptions;
  /** The number of the attempt that runs or comes next, from 1. */
  attempt: number;
  /** Attempts that ended with an error. */
  failures: number;
  /** Attempts that ended with their process. */
  interruptions: number;
  /** When the next attempt may begin; 0: at once. */
  retryAt: number;
}
export interface OpenWait {
  kind: 'wait';
  call: number;
  dueAt: number;
}
export interface OpenHook {
  kind: 'hook';
  call: number;
  token: string;
  /** Lost its token to another run: it will get nothing. */
  conflicted: boolean;
}
export type OpenCall = OpenStep | OpenWait | OpenHook;

export interface RunState {
  readonly runId: RunId;
  status: RunStatus;
  workflowId: WorkflowId | null;
  seed: string;
  input: Payload;
  buildId: BuildId | null;
  startedAt: number | null;
  cancelRequestedAt: number | null;
  cancelReason: string | undefined;
  /** Length of the journal. */
  seq: number;
  /** Time of the last event. Workflow time never goes back. */
  lastAt: number;
  open: Map<number, OpenCall>;
}

export function createRunState(runId: RunId): RunState {
  return {
    runId,
    status: 'pending',
    workflowId: null,
    seed: '',
    input: '',
    buildId: null,
    startedAt: null,
    cancelRequestedAt: null,
    cancelReason: undefined,
    seq: 0,
    lastAt: 0,
    open: new Map(),
  };
}

/** Moves the state on by one event. Throws `journal_invalid` for an event that cannot stand there; then nothing has changed. */
export function applyEvent(state: RunState, event: JournalEvent): void {
  const broken = (reason: string) => runtimeError('journal_invalid', { runId: state.runId, seq: event.seq, reason });
  if (event.seq !== state.seq + 1) throw broken(`it follows event ${state.seq}`);
  if (isTerminal(state.status)) throw broken(`the run has already ended (${state.status})`);
  if (event.seq === 1 && event.type !== 'run_created') throw broken('a journal begins with run_created');
  if ('call' in event) applyCallEvent(state, event, broken);
  else applyRunEvent(state, event);
  state.seq = event.seq;
  state.lastAt = Math.max(state.lastAt, event.at);
}

type CallEvent = Extract<JournalEvent, { call: number }>;
type RunEvent = Exclude<JournalEvent, CallEvent>;

function applyRunEvent(state: RunState, event: RunEvent): void {
  switch (event.type) {
    case 'run_created':
      state.workflowId = event.workflowId;
      state.seed = event.seed;
      state.input = event.payload;
      break;
    case 'run_started':
      state.status = 'running';
      state.buildId = event.buildId;
      state.startedAt = event.at;
      break;
    case 'run_cancel_requested':
      state.cancelRequestedAt = event.at;
      state.cancelReason = event.reason;
      state.open.clear();
      break;
    default:
      state.status = event.type.slice('run_'.length) as RunStatus;
      state.open.clear();
  }
}

/** A step call as it stands when it was just asked for. */
export function toOpenStep({ call, name, payload, options = {} }: StepCreated): OpenStep {
  return { kind: 'step', call, name, payload, options, attempt: 1, failures: 0, interruptions: 0, retryAt: 0 };
}

function applyCallEvent(state: RunState, event: CallEvent, broken: (reason: string) => Error): void {
  switch (event.type) {
    case 'step_created':
      state.open.set(event.call, toOpenStep(event));
      return;
    case 'wait_created':
      state.open.set(event.call, { kind: 'wait', call: event.call, dueAt: event.dueAt });
      return;
    case 'hook_created':
      state.open.set(event.call, { kind: 'hook', call: event.call, token: event.token, conflicted: false });
      return;
    case 'hook_disposed':
      // A hook may be closed already, by a cancel.
      state.open.delete(event.call);
      return;
    default: {
      const call = state.open.get(event.call);
      if (!call || !belongsTo(event, call))
        throw broken(`${event.type} for call ${event.call}, which does not wait for it`);
      applyOutcome(state, call, event);
    }
  }
}

const belongsTo = (event: CallEvent, call: OpenCall): boolean => event.type.startsWith(`${call.kind}_`);

function applyOutcome(state: RunState, call: OpenCall, event: CallEvent): void {
  if (event.type === 'step_retrying' && call.kind === 'step') {
    if (event.payload === undefined) call.interruptions += 1;
    else call.failures += 1;
    call.attempt = event.attempt + 1;
    call.retryAt = event.retryAt;
  } else if (event.type === 'hook_conflict' && call.kind === 'hook') {
    call.conflicted = true;
  } else if (event.type === 'step_completed' || event.type === 'step_failed' || event.type === 'wait_completed') {
    state.open.delete(event.call);
  }
}

/** When the run next wants a worker by itself: 0 at once, `null` when only the outside can move it on. */
export function nextWakeAt(state: RunState, cancelGraceMs: number): number | null {
  if (isTerminal(state.status)) return null;
  if (state.status === 'pending') return 0;
  let wakeAt = state.cancelRequestedAt === null ? Infinity : state.cancelRequestedAt + cancelGraceMs;
  for (const call of state.open.values()) {
    if (call.kind === 'step') wakeAt = Math.min(wakeAt, call.retryAt);
    else if (call.kind === 'wait') wakeAt = Math.min(wakeAt, call.dueAt);
  }
  return wakeAt === Infinity ? null : wakeAt;
}

/**
 * When time alone next moves the run on: a sleep is over, a retry is due, or a cancelled run has had its grace period.
 * @param running Step calls of which an attempt is under way.
 */
export function nextTimerAt(
  state: RunState,
  cancelGraceMs: number,
  running: { has(call: number): boolean },
): number | null {
  if (isTerminal(state.status)) return null;
  let timerAt = state.cancelRequestedAt === null ? Infinity : state.cancelRequestedAt + cancelGraceMs;
  for (const call of state.open.values()) {
    if (call.kind === 'wait') timerAt = Math.min(timerAt, call.dueAt);
    else if (call.kind === 'step' && call.retryAt > 0 && !running.has(call.call))
      timerAt = Math.min(timerAt, call.retryAt);
  }
  return timerAt === Infinity ? null : timerAt;
}
