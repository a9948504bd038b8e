/** Answers of the outside to a run, and the events they become. Pure. */
import type { AttributeChanges } from '../contract/attributes.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { BuildId } from '../contract/ids.ts';
import { reasonOf } from '../journal/cancel-reason.ts';
import { isTerminal, withLabel, type Actor, type Labelled, type Payload, type Unplaced } from '../journal/events.ts';
import { deadlineOf, type OpenStep, type OpenWait, type RunState } from '../journal/run-state.ts';
import { FatalError } from '../values/step-errors.ts';
import type { AttemptMessage, InboxContent, InboxMessage } from '../world/world.ts';
import { encodeError } from '../host-values/host-codec.ts';
import type { StepOutcome } from '../steps/step-executor.ts';

/** Something that happened outside of the workflow code and that its run is to hear of. */
export type Outcome =
  /** A new run begins. */
  | { kind: 'start' }
  /** An attempt has ended. */
  | { kind: 'step'; call: number; attempt: number; outcome: StepOutcome }
  /** An attempt has been running for a moment, since `startedAt`. */
  | ({ kind: 'long'; call: number; attempt: number; startedAt: number } & Labelled)
  /** An attempt sent a heartbeat; `payload` is its encoded detail. */
  | { kind: 'heartbeat'; call: number; attempt: number; payload: Payload }
  /** An attempt changes the attributes of its run. */
  | { kind: 'attributes'; attributes: AttributeChanges }
  /** An attempt ended with its process. */
  | { kind: 'interrupted'; call: number }
  /** The alarm of the run went off. */
  | { kind: 'due' }
  | { kind: 'message'; message: InboxMessage };

interface AttemptOfCall {
  call: number;
  attempt: number;
}

/** The part of an outcome that the journal keeps. */
type EndOfAttempt = { startedAt: number; payload: Payload } & Labelled &
  ({ kind: 'completed' | 'failed' } | { kind: 'retry'; retryAt: number });

/** Facts from outside of the journal that decide which events an outcome becomes. */
export interface TurnFacts {
  /** The time that the events get, in milliseconds since the epoch. */
  at: number;
  /** The build of the code; a run that starts keeps it. */
  buildId: BuildId;
  /** How long the clean-up of a cancelled run may take. */
  cancelGraceMs: number;
  /** After so many interrupted attempts a step call fails. */
  interruptionsMax: number;
}

/** The events that an outcome becomes; none when the run no longer waits for it. */
export function toOutcomeEvents(state: RunState, outcome: Outcome, facts: TurnFacts): Unplaced[] {
  if (isTerminal(state.status)) return [];
  switch (outcome.kind) {
    case 'start':
      return startEvents(state, facts);
    case 'step':
      return stepEvents(state, outcome);
    case 'long':
      return startedEvents(state, outcome);
    case 'heartbeat':
      return heartbeatEvents(state, outcome);
    case 'attributes':
      return attributeEvents(state, outcome.attributes);
    case 'interrupted':
      return interruptionEvents(state, outcome.call, facts);
    case 'due':
      return dueEvents(state, facts);
    case 'message':
      return messageEvents(state, outcome.message.content, facts);
  }
}

function startEvents(state: RunState, facts: TurnFacts): Unplaced[] {
  const buildId = state.buildId ?? facts.buildId;
  return state.status === 'pending' && state.pausedAt === null ? [{ type: 'run_started', buildId }] : [];
}

function findStep(state: RunState, call: number, attempt?: number): OpenStep | null {
  const step = state.open.get(call);
  return step?.kind === 'step' && (attempt === undefined || step.attempt === attempt) ? step : null;
}

const startedEvents = (state: RunState, { call, attempt, label }: AttemptOfCall & Labelled): Unplaced[] =>
  findStep(state, call, attempt) ? [{ type: 'step_started', call, attempt, ...withLabel(label) }] : [];

const heartbeatEvents = (
  state: RunState,
  { call, attempt, payload }: AttemptOfCall & { payload: Payload },
): Unplaced[] => (findStep(state, call, attempt) ? [{ type: 'step_heartbeat', call, attempt, payload }] : []);

function stepEvents(
  state: RunState,
  { call, attempt, outcome }: AttemptOfCall & { outcome: EndOfAttempt },
): Unplaced[] {
  if (!findStep(state, call, attempt)) return [];
  const { payload, startedAt } = outcome;
  const label = withLabel(outcome.label);
  const firstBegan = attempt === 1 ? { startedAt } : {};
  switch (outcome.kind) {
    case 'completed':
      return [{ type: 'step_completed', call, attempt, startedAt, ...label, payload }];
    case 'failed':
      return [{ type: 'step_failed', call, attempt, startedAt, ...label, payload }];
    case 'retry':
      return [{ type: 'step_retrying', call, attempt, retryAt: outcome.retryAt, ...firstBegan, ...label, payload }];
  }
}

function interruptionEvents(state: RunState, call: number, { at, interruptionsMax }: TurnFacts): Unplaced[] {
  const step = findStep(state, call);
  if (!step) return [];
  const { attempt, name } = step;
  if (step.interruptions + 1 < interruptionsMax) {
    const retryAt = Math.max(step.retryAt, at + interruptionDelayMs(step.interruptions));
    return [{ type: 'step_retrying', call, attempt, retryAt }];
  }
  const { message } = runtimeError('step_interrupted_too_often', { stepName: name, attempts: step.interruptions + 1 });
  return [{ type: 'step_failed', call, attempt, startedAt: at, payload: encodeError(new FatalError(message)) }];
}

/**
 * The pause before the next attempt. One step that kills its process cuts off all runs there, process after process; a
 * pause that grows lets the other runs get on alone.
 * @param before Interruptions before this one: after the first there is no pause.
 */
const interruptionDelayMs = (before: number): number => (before === 0 ? 0 : Math.min(100 * 2 ** (before - 1), 5_000));

function dueEvents(state: RunState, facts: TurnFacts): Unplaced[] {
  const { at, cancelGraceMs } = facts;
  if (state.status === 'pending') return at >= state.startAt ? startEvents(state, facts) : [];
  if (at >= deadlineOf(state, cancelGraceMs)) return deadlineEvents(state);
  if (state.pausedAt !== null) return [];
  return completedWaits(openWaits(state).filter((wait) => wait.dueAt <= at));
}

/** The deadline has passed: first the code is told to end; when it was told before, the run ends without it. */
function deadlineEvents(state: RunState): Unplaced[] {
  if (state.cancelRequestedAt === null) return [{ type: 'run_cancel_requested', cause: 'timeout' }];
  if (state.cancelCause === 'cancel') return [{ type: 'run_cancelled', ...reasonOf(state.cancelReason) }];
  return [{ type: 'run_failed', payload: encodeError(runtimeError('run_timed_out', { runId: state.runId })) }];
}

function messageEvents(state: RunState, content: InboxContent, facts: TurnFacts): Unplaced[] {
  switch (content.type) {
    case 'hook':
      return state.open.get(content.call)?.kind === 'hook'
        ? [{ type: 'hook_received', call: content.call, payload: content.payload, ...actorOf(content) }]
        : [];
    case 'signal':
      return [{ type: 'signal_received', name: content.name, payload: content.payload }];
    case 'attributes':
      return attributeEvents(state, content.attributes);
    case 'cancel':
      return cancelEvents(state, content);
    case 'wake':
      if (state.status === 'pending') return startEvents(state, facts);
      return completedWaits(
        openWaits(state).filter((wait) => content.calls?.includes(wait.call) ?? true),
        content,
      );
    case 'pause':
      return state.pausedAt === null && state.cancelRequestedAt === null
        ? [{ type: 'run_paused', ...actorOf(content) }]
        : [];
    case 'resume':
      return state.pausedAt === null ? [] : [{ type: 'run_resumed', ...actorOf(content) }];
    case 'child':
      return childEvents(state, content);
    case 'step':
      return lateEvents(state, content);
    case 'attempt':
      return attemptEvents(state, content, facts);
    case 'move':
      // The actor has moved the run when the message came in, before everything else.
      return [];
  }
}

/** The events of an attempt that another worker makes: the same as if it were made here. */
function attemptEvents(state: RunState, message: AttemptMessage, facts: TurnFacts): Unplaced[] {
  const { call, attempt } = message;
  switch (message.news) {
    case 'started':
      return startedEvents(state, message);
    case 'heartbeat':
      return heartbeatEvents(state, message);
    case 'attributes':
      return findStep(state, call, attempt) ? attributeEvents(state, message.attributes) : [];
    case 'interrupted':
      return findStep(state, call, attempt) ? interruptionEvents(state, call, facts) : [];
    case 'retry':
      return stepEvents(state, { call, attempt, outcome: { kind: 'retry', ...message } });
    case 'completed':
    case 'failed':
      return stepEvents(state, { call, attempt, outcome: { kind: message.news, ...message } });
  }
}

/**
 * The result of an attempt that may be noted as cut off by now. The actor has made sure that the attempt after it has
 * not begun.
 */
function lateEvents(
  state: RunState,
  { call, attempt, startedAt, label, payload, attributes = {} }: Extract<InboxContent, { type: 'step' }>,
): Unplaced[] {
  const isLatest = findStep(state, call, attempt) ?? findStep(state, call, attempt + 1);
  if (!isLatest) return [];
  const completed: Unplaced = { type: 'step_completed', call, attempt, startedAt, ...withLabel(label), payload };
  return [...attributeEvents(state, attributes), completed];
}

/** An attempt that is made again, or a request that is sent again, changes nothing and leaves no event. */
function attributeEvents({ attributes: current }: RunState, attributes: AttributeChanges): Unplaced[] {
  const isNew = Object.entries(attributes).some(([name, value]) => !current || (current[name] ?? null) !== value);
  return isNew ? [{ type: 'attributes_changed', attributes }] : [];
}

function cancelEvents(state: RunState, { reason, ...by }: { reason?: string } & Actor): Unplaced[] {
  if (state.cancelRequestedAt !== null) return [];
  const requested: Unplaced = { type: 'run_cancel_requested', ...reasonOf(reason), ...actorOf(by) };
  // No code has run that could clean up.
  return state.status === 'pending' ? [requested, { type: 'run_cancelled', ...reasonOf(reason) }] : [requested];
}

function childEvents(
  state: RunState,
  { call, status, payload, reason }: Extract<InboxContent, { type: 'child' }>,
): Unplaced[] {
  if (state.open.get(call)?.kind !== 'child') return [];
  if (status === 'completed') return [{ type: 'child_completed', call, payload: payload! }];
  return [{ type: 'child_failed', call, ...(payload !== undefined && { payload }), ...reasonOf(reason) }];
}

const openWaits = (state: RunState): OpenWait[] => [...state.open.values()].filter((call) => call.kind === 'wait');

/** Earlier ones first; of two that are due at once, the one that was asked for first. */
const completedWaits = (waits: OpenWait[], by: Actor = {}): Unplaced[] =>
  waits
    .sort((a, b) => a.dueAt - b.dueAt || a.call - b.call)
    .map(({ call }) => ({ type: 'wait_completed', call, ...actorOf(by) }));

const actorOf = ({ by }: Actor): Actor => (by === undefined ? {} : { by });
