/**
 * The step calls of a run, read from its journal. Pure. Values stay encoded, so that only the needed ones are decoded.
 */
import type { StepName } from '../contract/ids.ts';
import type { JournalEvent, Payload, StepCreated } from '../journal/events.ts';
import { OpenCalls } from './open-calls.ts';

/**
 * The status of a step call. `pending`: no attempt is known to have begun. `running`: an attempt has been running for a
 * moment. `abandoned`: the run continued or ended without the result.
 */
export type StepStatus = 'pending' | 'running' | 'completed' | 'failed' | 'abandoned';

/** The state of one step call. */
export interface StepRecord {
  /** Seq of the event that created it. */
  seq: number;
  call: number;
  name: StepName;
  status: StepStatus;
  /** The number of the current, next or last attempt, from 1. */
  attempt: number;
  /** Attempts without an outcome: the worker that ran them was lost. */
  interruptions: number;
  createdAt: number;
  /** When that attempt began. For a running attempt: when it was found to take longer than a moment. */
  startedAt: number | null;
  completedAt: number | null;
  /** When the next attempt may begin. */
  retryAt: number | null;
  /** The name that the step gave its last attempt that has one. */
  label: Payload | null;
  input: Payload;
  result: Payload | null;
  /** The error of the last attempt that failed. */
  error: Payload | null;
  /** The last heartbeat. */
  heartbeat: { at: number; detail: Payload } | null;
}

/** Reads the step calls in their order. `journal` may begin anywhere: only calls that it creates are included. */
export function readSteps(journal: Iterable<JournalEvent>): StepRecord[] {
  const steps: StepRecord[] = [];
  const open = new OpenCalls<StepRecord>();
  for (const event of journal) {
    if (event.type === 'step_created') {
      steps.push(open.open(event.call, toStep(event)));
      continue;
    }
    const step = open.find(event);
    if (step) {
      applyEvent(step, event);
      if (step.completedAt !== null) open.close(step.call);
    }
    open.abandonBy(event, (call) => {
      change(call, { status: 'abandoned', retryAt: null });
    });
  }
  return steps;
}

const toStep = ({ seq, call, name, at, payload }: StepCreated): StepRecord => ({
  seq,
  call,
  name: name as StepName,
  status: 'pending',
  attempt: 1,
  interruptions: 0,
  createdAt: at,
  startedAt: null,
  completedAt: null,
  retryAt: null,
  label: null,
  input: payload,
  result: null,
  error: null,
  heartbeat: null,
});

const change = (step: StepRecord, changed: Partial<StepRecord>): StepRecord => Object.assign(step, changed);

function applyEvent(step: StepRecord, event: JournalEvent): void {
  if ('label' in event && event.label !== undefined) step.label = event.label;
  switch (event.type) {
    case 'step_started':
      change(step, { status: 'running', attempt: event.attempt, startedAt: event.at, retryAt: null });
      return;
    case 'step_heartbeat':
      step.heartbeat = { at: event.at, detail: event.payload };
      return;
    case 'step_retrying':
      change(step, { status: 'pending', attempt: event.attempt + 1, startedAt: null, retryAt: event.retryAt });
      if (event.payload === undefined) step.interruptions += 1;
      else step.error = event.payload;
      return;
    case 'step_completed':
    case 'step_failed': {
      const { attempt, startedAt, at: completedAt } = event;
      const status = event.type === 'step_completed' ? 'completed' : 'failed';
      // It was noted as cut off, and its result came late.
      if (attempt < step.attempt) step.interruptions -= 1;
      change(step, { status, attempt, startedAt, completedAt, retryAt: null });
      if (status === 'completed') step.result = event.payload;
      else step.error = event.payload;
      return;
    }
    default:
  }
}
