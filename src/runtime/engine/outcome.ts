/** What can come in for a run, and which events it becomes. Pure; an outcome that nobody waits for becomes none. */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { BuildId } from '../contract/ids.ts';
import { isTerminal, type Unplaced } from '../journal/events.ts';
import type { OpenStep, OpenWait, RunState } from '../journal/run-state.ts';
import { FatalError } from '../values/step-errors.ts';
import type { InboxMessage } from '../world/world.ts';
import { encodeError } from './host-codec.ts';
import type { StepOutcome } from './step-executor.ts';

export type Outcome =
  | { kind: 'start' }
  | { kind: 'step'; call: number; attempt: number; outcome: StepOutcome }
  /** An attempt has been running for a moment. */
  | { kind: 'long'; call: number; attempt: number; startedAt: number }
  /** An attempt ended with its process. */
  | { kind: 'interrupted'; call: number }
  /** Time has come for something. */
  | { kind: 'due' }
  | { kind: 'message'; message: InboxMessage };

export interface OutcomeContext {
  /** The time the events get. */
  at: number;
  /** The build that new runs begin with. */
  buildId: BuildId;
  cancelGraceMs: number;
  interruptionsMax: number;
}

export function toOutcomeEvents(state: RunState, outcome: Outcome, context: OutcomeContext): Unplaced[] {
  if (isTerminal(state.status)) return [];
  switch (outcome.kind) {
    case 'start':
      return state.status === 'pending' ? [{ type: 'run_started', buildId: context.buildId }] : [];
    case 'step':
      return stepEvents(state, outcome);
    case 'long': {
      const { call, attempt } = outcome;
      return findStep(state, call, attempt) ? [{ type: 'step_started', call, attempt }] : [];
    }
    case 'interrupted':
      return interruptionEvents(state, outcome.call, context);
    case 'due':
      return dueEvents(state, context);
    case 'message':
      return messageEvents(state, outcome.message);
  }
}

function findStep(state: RunState, call: number, attempt?: number): OpenStep | null {
  const step = state.open.get(call);
  return step?.kind === 'step' && (attempt === undefined || step.attempt === attempt) ? step : null;
}

function stepEvents(state: RunState, { call, attempt, outcome }: Extract<Outcome, { kind: 'step' }>): Unplaced[] {
  if (!findStep(state, call, attempt)) return [];
  const { payload, startedAt } = outcome;
  switch (outcome.kind) {
    case 'completed':
      return [{ type: 'step_completed', call, attempt, startedAt, payload }];
    case 'failed':
      return [{ type: 'step_failed', call, attempt, startedAt, payload }];
    case 'retry':
      return [{ type: 'step_retrying', call, attempt, retryAt: outcome.retryAt, payload }];
  }
}

function interruptionEvents(state: RunState, call: number, { at, interruptionsMax }: OutcomeContext): Unplaced[] {
  const step = findStep(state, call);
  if (!step) return [];
  const { attempt, name } = step;
  if (step.interruptions + 1 < interruptionsMax) return [{ type: 'step_retrying', call, attempt, retryAt: at }];
  const { message } = runtimeError('step_interrupted_too_often', { stepName: name, attempts: step.interruptions + 1 });
  return [{ type: 'step_failed', call, attempt, startedAt: at, payload: encodeError(new FatalError(message)) }];
}

function dueEvents(state: RunState, { at, cancelGraceMs }: OutcomeContext): Unplaced[] {
  if (state.cancelRequestedAt !== null && at >= state.cancelRequestedAt + cancelGraceMs) {
    return [{ type: 'run_cancelled', ...(state.cancelReason !== undefined && { reason: state.cancelReason }) }];
  }
  return completedWaits(openWaits(state).filter((wait) => wait.dueAt <= at));
}

function messageEvents(state: RunState, { content }: InboxMessage): Unplaced[] {
  switch (content.type) {
    case 'hook':
      return state.open.get(content.call)?.kind === 'hook'
        ? [{ type: 'hook_received', call: content.call, payload: content.payload }]
        : [];
    case 'cancel':
      if (state.cancelRequestedAt !== null) return [];
      return [{ type: 'run_cancel_requested', ...(content.reason !== undefined && { reason: content.reason }) }];
    case 'wake':
      return completedWaits(openWaits(state).filter((wait) => content.calls?.includes(wait.call) ?? true));
  }
}

const openWaits = (state: RunState): OpenWait[] => [...state.open.values()].filter((call) => call.kind === 'wait');

/** Earlier ones first; of two that are due at once, the one that was asked for first. */
const completedWaits = (waits: OpenWait[]): Unplaced[] =>
  waits.sort((a, b) => a.dueAt - b.dueAt || a.call - b.call).map(({ call }) => ({ type: 'wait_completed', call }));
