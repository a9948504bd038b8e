/**
 * All metrics, in one table: what is measured and in which unit. docs/telemetry.md and the files of docs/grafana are
 * held against it. Units are those of UCUM, times are seconds, as the semantic conventions of OpenTelemetry want it.
 */

/** How a metric is measured. `gauge`: its value is read from time to time. */
export type MetricKind = 'counter' | 'histogram' | 'gauge';

interface Metric {
  kind: MetricKind;
  unit: string;
  description: string;
  /** The attributes that its values come with. */
  attributes: readonly string[];
  /** Upper ends of the buckets of a histogram. */
  buckets?: readonly number[];
}

/** From a millisecond to a quarter of an hour: steps, and waits for a place. */
const WORK_S = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900];
/** From ten milliseconds to a month: runs may sleep. */
const RUN_S = [0.01, 0.1, 0.5, 1, 5, 30, 60, 300, 1_800, 3_600, 21_600, 86_400, 604_800, 2_592_000];
const BRIEF_S = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 10];
const SIZE_BYTES = [128, 1_024, 8_192, 65_536, 524_288, 4_194_304, 33_554_432];
const TOKENS = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576];
/** As the conventions for generative AI have them. */
const MODEL_S = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

const WORKFLOW = 'workflow.name';
const STEP = 'workflow.step.name';
const MODEL = ['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.request.model', 'gen_ai.response.model'];

/** By name. */
export const METRICS = {
  'workflow.runs.started': {
    kind: 'counter',
    unit: '{run}',
    description: 'Runs that were started, by this process or as children of its runs.',
    attributes: [WORKFLOW],
  },
  'workflow.runs.ended': {
    kind: 'counter',
    unit: '{run}',
    description: 'Runs that have ended in this process.',
    attributes: [WORKFLOW, 'workflow.run.status', 'error.type'],
  },
  'workflow.run.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time from the start of a run to its end, with all its waits.',
    attributes: [WORKFLOW, 'workflow.run.status'],
    buckets: RUN_S,
  },
  'workflow.runs.parked': {
    kind: 'counter',
    unit: '{run}',
    description: 'How often a run was put aside because code is missing or does not fit.',
    attributes: [WORKFLOW],
  },
  'workflow.step.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time that an attempt of a step took.',
    attributes: [WORKFLOW, STEP, 'workflow.step.outcome'],
    buckets: WORK_S,
  },
  'workflow.step.wait': {
    kind: 'histogram',
    unit: 's',
    description: 'Time that an attempt waited for a place, see WORKFLOW_CONCURRENCY.',
    attributes: [WORKFLOW, STEP],
    buckets: WORK_S,
  },
  'workflow.step.failures': {
    kind: 'counter',
    unit: '{failure}',
    description: 'Attempts that failed, whether or not they are made again.',
    attributes: [WORKFLOW, STEP, 'workflow.step.outcome', 'error.type'],
  },
  'workflow.hook.deliveries': {
    kind: 'counter',
    unit: '{payload}',
    description: 'Payloads that this process handed to hooks and webhooks.',
    attributes: ['workflow.hook.found'],
  },
  'workflow.replay.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time that a replay of a journal took. Its count says how many there were.',
    attributes: [WORKFLOW],
    buckets: BRIEF_S,
  },
  'workflow.commit.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time that the store took to make a turn durable.',
    attributes: [],
    buckets: BRIEF_S,
  },
  'workflow.commit.size': {
    kind: 'histogram',
    unit: 'By',
    description: 'Characters of the values that a turn stored.',
    attributes: [],
    buckets: SIZE_BYTES,
  },
  'workflow.lease.losses': {
    kind: 'counter',
    unit: '{loss}',
    description: 'How often this worker was given up for dead while it had runs.',
    attributes: [],
  },
  'workflow.log.messages': {
    kind: 'counter',
    unit: '{message}',
    description: 'Messages of the log, whether or not they are printed.',
    attributes: ['workflow.log.event', 'workflow.log.level'],
  },
  'workflow.runs.live': {
    kind: 'gauge',
    unit: '{run}',
    description: 'Runs whose code is in memory, those that wait included.',
    attributes: [],
  },
  'workflow.runs.busy': {
    kind: 'gauge',
    unit: '{run}',
    description: 'Runs that this process works on now.',
    attributes: [],
  },
  'workflow.steps.running': {
    kind: 'gauge',
    unit: '{step}',
    description: 'Attempts that run now.',
    attributes: [],
  },
  'workflow.steps.waiting': {
    kind: 'gauge',
    unit: '{step}',
    description: 'Attempts that wait for a place.',
    attributes: [],
  },
  'workflow.steps.oldest_wait': {
    kind: 'gauge',
    unit: 's',
    description: 'How long the first of them has waited.',
    attributes: [],
  },
  'workflow.queue.age': {
    kind: 'gauge',
    unit: 's',
    description: 'How long the first run of the store has been due without a worker that takes it.',
    attributes: [],
  },
  'nodejs.eventloop.delay.p99': {
    kind: 'gauge',
    unit: 's',
    description: 'Event loop delay that 99 of 100 turns stay below, since the last reading.',
    attributes: [],
  },
  'nodejs.eventloop.delay.max': {
    kind: 'gauge',
    unit: 's',
    description: 'The longest event loop delay since the last reading.',
    attributes: [],
  },
  'gen_ai.client.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time that a call of a model took.',
    attributes: [...MODEL, 'error.type'],
    buckets: MODEL_S,
  },
  'gen_ai.client.token.usage': {
    kind: 'histogram',
    unit: '{token}',
    description: 'Tokens of a call of a model.',
    attributes: [...MODEL, 'gen_ai.token.type'],
    buckets: TOKENS,
  },
} as const satisfies Record<string, Metric>;

/** The name of a metric of this kind. */
export type MetricName<Kind extends MetricKind> = {
  [Name in keyof typeof METRICS]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never;
}[keyof typeof METRICS];
