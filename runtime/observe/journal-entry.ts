/** Events for people: named by words of the API, and without what is secret. Pure. */
import { toStepId, type RunId } from '../contract/ids.ts';
import type { EventType, JournalEvent, Payload, WebhookReply } from '../journal/events.ts';
import { toNamespace } from '../values/stream-reference.ts';

/** What one event says. */
export interface JournalFacts {
  seq: number;
  type: EventType;
  at: Date;
  /** The step call, sleep, hook or child run it is about, in the form of a step id; `null`: the run. */
  correlationId: string | null;
  /** The step it is about, `step//…`; `null`: none. */
  stepName: string | null;
  /** What else it says, depending on its type: `attempt`, `dueAt`, `reason`, … */
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
 * The fields that are shown, and how. A list of what is shown, not of what is hidden, so that a new secret cannot slip
 * through: the seed of a run and the tokens of hooks stay out.
 */
const SHOWN: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['attempt', ['attempt', same]],
  ['attributes', ['attributes', same]],
  ['behaviour', ['behaviour', same]],
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
  ['options', ['options', same]],
  ['parent', ['parentRunId', ({ runId }: { runId: RunId }) => runId]],
  ['reason', ['reason', same]],
  ['retentionMs', ['retentionMs', same]],
  ['retryAt', ['retryAt', toTime]],
  ['startAt', ['startAt', toTime]],
  ['startedAt', ['startedAt', toTime]],
  ['stream', ['namespace', toNamespace]],
  ['streamRunId', ['streamRunId', same]],
  ['timeoutMs', ['timeoutMs', same]],
  ['webhook', ['respondWith', ({ mode }: WebhookReply) => mode]],
  ['workflowId', ['workflowName', same]],
]);

/** The whole journal of a run. */
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
