/** Events for people: in words of the API, and without secrets. Pure. */
import { toStepId, type RunId } from '../contract/ids.ts';
import type { EventType, FailedStep, JournalEvent, Payload, WebhookReply } from '../journal/events.ts';
import { toNamespace } from '../values/stream-reference.ts';
import { readLabel } from './step-labels.ts';

/** The facts of one event. */
export interface JournalFacts {
  seq: number;
  type: EventType;
  at: Date;
  /**
   * The step call, sleep, hook or child run that the event belongs to, in the form of a step id; `null`: the run
   * itself.
   */
  correlationId: string | null;
  /** The step that the event belongs to, `step//…`; `null`: none. */
  stepName: string | null;
  /** Further facts, depending on the type: `attempt`, `dueAt`, `reason`, … */
  details: Record<string, unknown>;
}

/** An event for people, and its encoded value. */
export interface JournalRecord {
  facts: JournalFacts;
  payload: Payload | null;
}

type Field = readonly [name: string, convert: (value: never) => unknown];
const same: (value: unknown) => unknown = (value) => value;
const toTime = (ms: number): Date => new Date(ms);

/**
 * The fields that are shown, and their conversions. It lists the shown fields and not the hidden ones, so that a new
 * secret cannot slip through: the seed of a run and the tokens of hooks stay hidden.
 */
const SHOWN: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['attempt', ['attempt', same]],
  ['attributes', ['attributes', same]],
  ['behaviour', ['behaviour', same]],
  ['by', ['by', same]],
  ['buildId', ['buildId', same]],
  ['cause', ['cause', same]],
  ['childId', ['childRunId', same]],
  ['chunks', ['chunks', same]],
  ['detached', ['detached', same]],
  ['dueAt', ['dueAt', toTime]],
  ['forkedFrom', ['forkedFrom', same]],
  ['heldBy', ['heldBy', same]],
  ['id', ['patch', same]],
  ['key', ['key', same]],
  ['label', ['label', readLabel]],
  ['options', ['options', same]],
  ['parent', ['parentRunId', ({ runId }: { runId: RunId }) => runId]],
  ['reason', ['reason', same]],
  ['retentionMs', ['retentionMs', same]],
  ['retryAt', ['retryAt', toTime]],
  ['startAt', ['startAt', toTime]],
  ['startedAt', ['startedAt', toTime]],
  ['step', ['failedStepName', ({ name }: FailedStep) => name]],
  ['stream', ['namespace', toNamespace]],
  ['streamRunId', ['streamRunId', same]],
  ['timeoutMs', ['timeoutMs', same]],
  ['webhook', ['respondWith', ({ mode }: WebhookReply) => mode]],
  ['workflowId', ['workflowName', same]],
]);

const FAILURES: ReadonlySet<EventType> = new Set(['step_retrying', 'step_failed', 'child_failed', 'run_failed']);

/** The encoded error of an attempt, of a step, of a child or of the run that failed; `null` for other events. */
export const errorOf = ({ facts, payload }: JournalRecord): Payload | null =>
  FAILURES.has(facts.type) ? payload : null;

/** Describes the whole journal of a run. */
export function describeJournal(runId: RunId, journal: Iterable<JournalEvent>): JournalRecord[] {
  const stepNames = new Map<number, string>();
  return Array.from(journal, (event) => {
    if (event.type === 'step_created') stepNames.set(event.call, event.name);
    const call = 'call' in event ? event.call : null;
    const facts: JournalFacts = {
      seq: event.seq,
      type: event.type,
      at: new Date(event.at),
      correlationId: call === null ? null : toStepId(runId, call),
      stepName: call === null ? null : (stepNames.get(call) ?? null),
      details: toDetails(event),
    };
    return { facts, payload: 'payload' in event ? (event.payload ?? null) : null };
  });
}

function toDetails(event: JournalEvent): Record<string, unknown> {
  const details: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(event)) {
    const shown = SHOWN.get(field);
    if (!shown || value === undefined) continue;
    const [name, convert] = shown;
    details[name] = convert(value as never);
  }
  return details;
}
