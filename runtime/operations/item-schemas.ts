/** The schemas of what a store says about its runs: those of `items.ts`, as the OpenAPI document has them. */
import type { RunStatus } from '../journal/events.ts';
import type { StepStatus } from '../observe/step-history.ts';
import type {
  ActivityItem,
  BulkOutcome,
  ChunkItem,
  ErrorGroupItem,
  HookItem,
  JournalItem,
  ParkedItem,
  ProblemItem,
  RunCountItem,
  RunDetails,
  RunErrorItem,
  RunItem,
  StepItem,
  StorePartItem,
  StoreStats,
  StreamItem,
  WaitItem,
  WaitingItem,
  WorkerItem,
  WorkflowItem,
} from './items.ts';
import { STORE_PARTS } from '../world/store-size.ts';
import type { ErrorItem, JsonValue } from './json-values.ts';
import {
  ANYTHING,
  COUNT,
  FLAG,
  type FieldSchemas,
  type JsonSchema,
  listOf,
  NUMBER,
  objectOf,
  optional,
  orNull,
  recordOf,
  TEXT,
  wordOf,
} from './json-schema.ts';

const RUN_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const satisfies RunStatus[];
const STEP_STATUSES = ['pending', 'running', 'completed', 'failed', 'abandoned'] as const satisfies StepStatus[];

/** The status of a run. */
export const RUN_STATUS: JsonSchema = wordOf(RUN_STATUSES);
/** The status of a step call. */
export const STEP_STATUS: JsonSchema = wordOf(STEP_STATUSES);
/** A time in ISO 8601. */
export const TIME: JsonSchema = { type: 'string', description: 'A time in ISO 8601.' };
/** Attributes of a run. */
export const ATTRIBUTES: JsonSchema = {
  ...recordOf({ anyOf: [TEXT, NUMBER, FLAG] }),
  description: 'Facts by which runs are found again.',
};

const PREFIX = '#/components/schemas/';

/** A reference to one of the schemas of this module. */
export const refTo = (name: SchemaName): JsonSchema => ({ $ref: `${PREFIX}${name}` });

const VALUE: JsonSchema = { ...ANYTHING, description: 'Any JSON. What JSON lacks is an object with `__type`.' };
const NULL_TIME = orNull(TIME);
const NULL_TEXT = orNull(TEXT);

const ERROR_FIELDS: FieldSchemas<ErrorItem> = {
  name: TEXT,
  message: TEXT,
  code: { anyOf: [TEXT, NUMBER, { type: 'null' }] },
  at: NULL_TEXT,
};

const RUN_FIELDS: FieldSchemas<RunItem> = {
  runId: TEXT,
  workflowName: TEXT,
  shortName: TEXT,
  status: RUN_STATUS,
  createdAt: TIME,
  startedAt: NULL_TIME,
  completedAt: NULL_TIME,
  buildId: NULL_TEXT,
  key: NULL_TEXT,
  attributes: ATTRIBUTES,
  parentRunId: NULL_TEXT,
  isPaused: FLAG,
  queued: orNull(objectOf<NonNullable<RunItem['queued']>>({ for: wordOf(['worker', 'place']), since: TIME })),
  parked: orNull(objectOf<NonNullable<RunItem['parked']>>({ code: TEXT, message: TEXT })),
  error: orNull(refTo('RunErrorItem')),
  retrying: orNull(
    objectOf<NonNullable<RunItem['retrying']>>({ failures: COUNT, nextAt: TIME, error: orNull(refTo('ErrorItem')) }),
  ),
  expiresAt: NULL_TIME,
};

type SchemaName =
  | 'ActivityItem'
  | 'BulkOutcome'
  | 'ChunkItem'
  | 'ErrorGroupItem'
  | 'ErrorItem'
  | 'HookItem'
  | 'JournalItem'
  | 'ParkedItem'
  | 'ProblemItem'
  | 'RunCountItem'
  | 'RunDetails'
  | 'RunErrorItem'
  | 'RunItem'
  | 'ShownValue'
  | 'StepItem'
  | 'StorePartItem'
  | 'StoreStats'
  | 'StreamItem'
  | 'WaitItem'
  | 'WaitingItem'
  | 'WorkerItem'
  | 'WorkflowItem';

/** The components of the OpenAPI document, by name. */
export const ITEM_SCHEMAS: Readonly<Record<SchemaName, JsonSchema>> = {
  ErrorItem: objectOf<ErrorItem>(ERROR_FIELDS),
  RunErrorItem: objectOf<RunErrorItem>({ ...ERROR_FIELDS, stepName: NULL_TEXT }),
  ShownValue: {
    anyOf: [
      objectOf<{ value: JsonValue }>({ value: VALUE }),
      objectOf<{ unreadable: ErrorItem }>({ unreadable: refTo('ErrorItem') }),
    ],
  },
  RunItem: objectOf<RunItem>(RUN_FIELDS),
  RunDetails: objectOf<RunDetails>({
    ...RUN_FIELDS,
    stack: NULL_TEXT,
    cancelReason: NULL_TEXT,
    forkedFrom: NULL_TEXT,
    input: optional(refTo('ShownValue')),
    output: optional(refTo('ShownValue')),
  }),
  StepItem: objectOf<StepItem>({
    stepId: TEXT,
    stepName: TEXT,
    shortName: TEXT,
    label: NULL_TEXT,
    status: STEP_STATUS,
    attempt: COUNT,
    interruptions: COUNT,
    createdAt: TIME,
    queuedAt: NULL_TIME,
    startedAt: NULL_TIME,
    completedAt: NULL_TIME,
    retryAt: NULL_TIME,
    lastError: orNull(refTo('ErrorItem')),
    lastHeartbeatAt: NULL_TIME,
    input: optional(refTo('ShownValue')),
    result: optional(refTo('ShownValue')),
  }),
  WaitingItem: objectOf<WaitingItem>({
    kind: wordOf(['step', 'sleep', 'hook', 'child', 'retry', 'code', 'limit', 'promise']),
    since: TIME,
    until: NULL_TIME,
    at: NULL_TEXT,
    stepName: NULL_TEXT,
    correlationId: NULL_TEXT,
    attempt: orNull(COUNT),
    error: orNull(refTo('ErrorItem')),
    token: NULL_TEXT,
    childRunId: NULL_TEXT,
    code: NULL_TEXT,
    message: NULL_TEXT,
  }),
  WaitItem: objectOf<WaitItem>({
    correlationId: TEXT,
    status: wordOf(['pending', 'completed', 'abandoned']),
    createdAt: TIME,
    dueAt: TIME,
    completedAt: NULL_TIME,
  }),
  HookItem: objectOf<HookItem>({
    runId: TEXT,
    hookId: TEXT,
    token: { type: 'string', description: 'A secret: `[masked]`, unless the scopes are `act` and `values`.' },
    createdAt: TIME,
    isWebhook: FLAG,
  }),
  StreamItem: objectOf<StreamItem>({ namespace: NULL_TEXT, length: COUNT, isClosed: FLAG }),
  ChunkItem: objectOf<ChunkItem>({ index: COUNT, chunk: refTo('ShownValue') }),
  JournalItem: objectOf<JournalItem>({
    seq: COUNT,
    // Without a list of words: newer versions have more of them.
    type: TEXT,
    at: TIME,
    correlationId: NULL_TEXT,
    stepName: NULL_TEXT,
    shortName: NULL_TEXT,
    details: recordOf(VALUE),
    error: orNull(refTo('ErrorItem')),
    value: optional(refTo('ShownValue')),
  }),
  RunCountItem: objectOf<RunCountItem>({
    workflowName: TEXT,
    shortName: TEXT,
    status: RUN_STATUS,
    runs: COUNT,
    oldestAt: TIME,
  }),
  ParkedItem: objectOf<ParkedItem>({ code: TEXT, message: TEXT, runs: COUNT }),
  WorkerItem: objectOf<WorkerItem>({ workerId: TEXT, leaseUntil: TIME, isAlive: FLAG, runs: COUNT, steps: COUNT }),
  StoreStats: objectOf<StoreStats>({
    kind: TEXT,
    at: TIME,
    counts: listOf(refTo('RunCountItem')),
    oldestPendingAt: NULL_TIME,
    parked: listOf(refTo('ParkedItem')),
    workers: listOf(refTo('WorkerItem')),
    oldestDueAt: NULL_TIME,
    answerMs: COUNT,
    bytes: orNull(COUNT),
    freeBytes: orNull(COUNT),
  }),
  StorePartItem: objectOf<StorePartItem>({
    name: wordOf(STORE_PARTS),
    bytes: COUNT,
  }),
  WorkflowItem: objectOf<WorkflowItem>({
    workflowName: TEXT,
    shortName: TEXT,
    file: NULL_TEXT,
    isBuilt: FLAG,
    graph: { description: 'Its nodes and edges, as `workflow graph --json` prints them; `null`: no code is here.' },
  }),
  ErrorGroupItem: objectOf<ErrorGroupItem>({
    fingerprint: TEXT,
    error: refTo('RunErrorItem'),
    workflowName: TEXT,
    shortName: TEXT,
    failed: COUNT,
    retrying: COUNT,
    firstAt: TIME,
    lastAt: TIME,
    runIds: listOf(TEXT),
  }),
  ActivityItem: objectOf<ActivityItem>({
    at: TIME,
    durationMs: COUNT,
    started: COUNT,
    completed: COUNT,
    failed: COUNT,
    cancelled: COUNT,
    p50Ms: orNull(NUMBER),
    p95Ms: orNull(NUMBER),
  }),
  ProblemItem: objectOf<ProblemItem>({ code: TEXT, runId: TEXT, message: TEXT }),
  BulkOutcome: objectOf<BulkOutcome>({
    matched: COUNT,
    done: COUNT,
    skipped: COUNT,
    failed: listOf(objectOf<BulkOutcome['failed'][number]>({ runId: TEXT, error: refTo('ErrorItem') })),
  }),
};
