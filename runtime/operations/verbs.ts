/**
 * The verbs of `Operations`: their scopes and their schemas. The routes, the check of what is sent, the check of scopes
 * and the OpenAPI document are all made from this table.
 */
import type { OperationsScope } from '../api/operations-tokens.ts';
import { ATTRIBUTES, refTo, RUN_STATUS, STEP_STATUS, TIME } from './item-schemas.ts';
import {
  ANYTHING,
  COUNT,
  FLAG,
  type FieldSchemas,
  type JsonSchema,
  listOf,
  NAME,
  NUMBER,
  objectOf,
  optional,
  orNull,
  recordOf,
  TEXT,
  wholeFrom,
  wordOf,
} from './json-schema.ts';
import type {
  JournalAnswer,
  Operations,
  PageQuery,
  RunConditionsQuery,
  RunRequest,
  StartAnswer,
  StreamAnswer,
} from './operations.ts';

/** The name of a verb. */
export type VerbName = keyof Operations;

/** An operation: its scopes, its argument and its answer. */
export interface Verb {
  /** One sentence for the document. */
  summary: string;
  /** The scope that each call needs. */
  scope: Exclude<OperationsScope, 'values'>;
  /** When its answer has values of runs: if `values` is `true` in its argument, or always. */
  values: 'never' | 'asked' | 'always';
  input: JsonSchema;
  output: JsonSchema;
}

type Argument<Name extends VerbName> =
  Parameters<Operations[Name]> extends [infer First, ...unknown[]] ? First : object;
type Answer<Name extends VerbName> = Awaited<ReturnType<Operations[Name]>>;

const PAGE_MAX = 1_000;
const ERROR_RUNS_MAX = 10_000;
const ACTIVITY_MINUTES_MAX = 10_080;
const PAGE: FieldSchemas<PageQuery> = { limit: optional(wholeFrom(1, PAGE_MAX)), cursor: optional(NAME) };
const RUN: FieldSchemas<RunRequest> = { runId: NAME };
const CONDITIONS: FieldSchemas<RunConditionsQuery> = {
  status: optional(listOf(RUN_STATUS)),
  workflow: optional(NAME),
  since: optional(TIME),
  until: optional(TIME),
  attributes: optional(ATTRIBUTES),
  key: optional(NAME),
  parent: optional(NAME),
  parked: optional(FLAG),
  paused: optional(FLAG),
  retrying: optional(FLAG),
};
const BULK = {
  action: wordOf(['cancel', 'pause', 'resume', 'wake', 'retry', 'delete']),
  conditions: { ...objectOf<RunConditionsQuery>(CONDITIONS), description: 'All must hold. `{}` means every run.' },
  reason: optional(NAME),
};
const NOTHING: JsonSchema = objectOf<object>({});
const OF_RUN: JsonSchema = objectOf<RunRequest>(RUN);
const PAGE_CURSOR: JsonSchema = { ...orNull(TEXT), description: 'Of the next page; `null`: this is the last one.' };

const reading = (values: Verb['values'], summary: string) => ({ summary, scope: 'read', values }) as const;
const acting = (summary: string) => ({ summary, scope: 'act', values: 'never' }) as const;

/** All verbs. */
export const VERBS: Readonly<Record<VerbName, Verb>> = {
  listWorkflows: {
    ...reading('never', 'Lists the workflows of the store and of the code that is here, with their graphs.'),
    input: NOTHING,
    output: objectOf<Answer<'listWorkflows'>>({ workflows: listOf(refTo('WorkflowItem')) }),
  },
  errorGroups: {
    ...reading('never', 'Shows what fails, by its kind.'),
    input: objectOf<Argument<'errorGroups'>>({ ...CONDITIONS, limit: optional(wholeFrom(1, ERROR_RUNS_MAX)) }),
    output: objectOf<Answer<'errorGroups'>>({ groups: listOf(refTo('ErrorGroupItem')), runs: COUNT, isComplete: FLAG }),
  },
  activity: {
    ...reading('never', 'Counts the runs that began and ended in the last minutes.'),
    input: objectOf<Argument<'activity'>>({ minutes: wholeFrom(1, ACTIVITY_MINUTES_MAX) }),
    output: objectOf<Answer<'activity'>>({ buckets: listOf(refTo('ActivityItem')) }),
  },
  listRuns: {
    ...reading('never', 'Lists runs, the newest first.'),
    input: objectOf<Argument<'listRuns'>>({ ...CONDITIONS, ...PAGE }),
    output: objectOf<Answer<'listRuns'>>({ runs: listOf(refTo('RunItem')), cursor: PAGE_CURSOR }),
  },
  readRun: {
    ...reading('asked', 'Shows a run.'),
    input: objectOf<Argument<'readRun'>>({ ...RUN, values: optional(FLAG) }),
    output: refTo('RunDetails'),
  },
  listSteps: {
    ...reading('asked', 'Lists the step calls of a run in their order.'),
    input: objectOf<Argument<'listSteps'>>({
      ...RUN,
      ...PAGE,
      values: optional(FLAG),
      status: optional(listOf(STEP_STATUS)),
    }),
    output: objectOf<Answer<'listSteps'>>({ steps: listOf(refTo('StepItem')), cursor: PAGE_CURSOR }),
  },
  listWaits: {
    ...reading('never', 'Lists the sleeps of a run in their order.'),
    input: objectOf<Argument<'listWaits'>>({ ...RUN, ...PAGE }),
    output: objectOf<Answer<'listWaits'>>({ waits: listOf(refTo('WaitItem')), cursor: PAGE_CURSOR }),
  },
  waitingFor: {
    ...reading('never', 'Shows what a run waits for, and where in the source.'),
    input: OF_RUN,
    output: objectOf<Answer<'waitingFor'>>({ waits: listOf(refTo('WaitingItem')) }),
  },
  listHooks: {
    ...reading('never', 'Lists open hooks, those of the newest runs first.'),
    input: objectOf<Argument<'listHooks'>>({ ...PAGE, runId: optional(NAME) }),
    output: objectOf<Answer<'listHooks'>>({ hooks: listOf(refTo('HookItem')), cursor: PAGE_CURSOR }),
  },
  listStreams: {
    ...reading('never', 'Lists the streams of a run.'),
    input: OF_RUN,
    output: objectOf<Answer<'listStreams'>>({ streams: listOf(refTo('StreamItem')) }),
  },
  readStream: {
    ...reading('always', 'Reads chunks of a stream. Ask again with `from: nextFrom` for those that follow.'),
    input: objectOf<Argument<'readStream'>>({
      ...RUN,
      namespace: optional(TEXT),
      from: optional({ type: 'integer', description: 'A negative number counts from the present end.' }),
      limit: optional(wholeFrom(1, PAGE_MAX)),
    }),
    output: objectOf<StreamAnswer>({
      chunks: listOf(refTo('ChunkItem')),
      nextFrom: COUNT,
      hasMore: FLAG,
      isClosed: FLAG,
    }),
  },
  journal: {
    ...reading('asked', 'Reads events of a run. Ask again with `after` the last `seq` for those that follow.'),
    input: objectOf<Argument<'journal'>>({ ...RUN, values: optional(FLAG), after: optional(COUNT) }),
    output: objectOf<JournalAnswer>({ entries: listOf(refTo('JournalItem')), hasEnded: FLAG }),
  },
  start: {
    ...acting('Starts a run. A run with the same `key` is answered instead of a new one.'),
    input: objectOf<Argument<'start'>>({
      workflow: NAME,
      args: optional(listOf(ANYTHING)),
      key: optional(NAME),
      delay: optional({ anyOf: [NAME, NUMBER] }),
      attributes: optional(ATTRIBUTES),
    }),
    output: objectOf<StartAnswer>({ ...RUN, workflowName: TEXT, hasWorker: FLAG }),
  },
  cancel: {
    ...acting('Cancels a run.'),
    input: objectOf<Argument<'cancel'>>({ ...RUN, reason: optional(NAME) }),
    output: OF_RUN,
  },
  pause: { ...acting('Pauses a run.'), input: OF_RUN, output: OF_RUN },
  resume: { ...acting('Ends the pause of a run.'), input: OF_RUN, output: OF_RUN },
  wake: {
    ...acting('Ends the sleeps of a run, all or those with these ids.'),
    input: objectOf<Argument<'wake'>>({ ...RUN, correlationIds: optional(listOf(NAME)) }),
    output: objectOf<Answer<'wake'>>({ ...RUN, stopped: COUNT }),
  },
  retry: {
    ...acting('Starts a new run that goes on where a run failed, and answers with it.'),
    input: OF_RUN,
    output: OF_RUN,
  },
  fork: {
    ...acting('Starts a new run with the history of another one, and answers with it.'),
    input: objectOf<Argument<'fork'>>({
      ...RUN,
      fromStep: optional(NAME),
      input: optional(listOf(ANYTHING)),
      results: optional(recordOf(ANYTHING)),
      build: optional(wordOf(['same', 'newest'])),
    }),
    output: OF_RUN,
  },
  resumeHook: {
    ...acting('Sends a payload to the hook that waits with this token, and answers with its run.'),
    input: objectOf<Argument<'resumeHook'>>({ token: NAME, payload: optional(ANYTHING), id: optional(NAME) }),
    output: OF_RUN,
  },
  deleteRun: { ...acting('Removes a run that has ended.'), input: OF_RUN, output: OF_RUN },
  purge: {
    ...acting('Removes all runs that ended before a time.'),
    input: objectOf<Argument<'purge'>>({
      before: TIME,
      status: optional(listOf(wordOf(['completed', 'failed', 'cancelled']))),
    }),
    output: objectOf<Answer<'purge'>>({ runs: COUNT }),
  },
  previewBulk: {
    ...reading('never', 'Counts the runs that `bulk` would act on now, and shows the newest of them.'),
    input: objectOf<Argument<'previewBulk'>>({ ...BULK, limit: optional(wholeFrom(0, PAGE_MAX)) }),
    output: objectOf<Answer<'previewBulk'>>({ matched: COUNT, runs: listOf(refTo('RunItem')) }),
  },
  bulk: {
    ...acting('Acts on all runs that meet the conditions. It answers when all of them are done.'),
    input: objectOf<Argument<'bulk'>>(BULK),
    output: refTo('BulkOutcome'),
  },
  stats: {
    ...reading('never', 'Shows the state of the store in numbers.'),
    input: NOTHING,
    output: refTo('StoreStats'),
  },
  storeParts: {
    ...reading('never', 'Reads the whole store, and says what takes the room in it.'),
    input: NOTHING,
    output: objectOf<Answer<'storeParts'>>({ parts: listOf(refTo('StorePartItem')) }),
  },
  workers: {
    ...reading('never', 'Lists the workers of the store.'),
    input: NOTHING,
    output: objectOf<Answer<'workers'>>({ workers: listOf(refTo('WorkerItem')) }),
  },
  checkStore: {
    ...reading('never', 'Reads the whole store, and lists what is wrong in it.'),
    input: NOTHING,
    output: objectOf<Answer<'checkStore'>>({ problems: listOf(refTo('ProblemItem')) }),
  },
};

/** Their names. */
export const VERB_NAMES = Object.keys(VERBS) as readonly VerbName[];

/** Whether there is a verb of this name. */
export const isVerbName = (name: string): name is VerbName => Object.hasOwn(VERBS, name);
