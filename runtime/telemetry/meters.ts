/** The instruments of all metrics, as the application has registered somebody who reads them. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Gauges } from '../contract/telemetry.ts';
import { VERSION } from '../contract/version.ts';
import { type MetricName, METRICS } from './metric-table.ts';
import {
  type SpanAttributes,
  type Counter,
  findMetrics,
  type Histogram,
  type Meter,
  type Observable,
  SCOPE,
} from './open-telemetry.ts';

const NANOSECONDS = 1e9;
/** How exact event loop delays are, in milliseconds; the timer behind them costs the more the finer it is. */
const DELAY_RESOLUTION_MS = 20;

type DelayMonitor = ReturnType<typeof monitorEventLoopDelay>;
type Read = Parameters<Observable['addCallback']>[0];

/** Counts and measures. Its methods do nothing where no provider is registered. */
export class Meters {
  #provider: ReturnType<typeof findMetrics>;
  #instruments = new Map<string, unknown>();
  #observing: Gauges | null = null;
  #stopReading: () => void = () => {};

  /** Whether the application has registered a meter provider. Begins to read gauges when it has. */
  get isOn(): boolean {
    const provider = findMetrics();
    if (provider !== this.#provider) this.#use(provider);
    return provider !== undefined;
  }

  count(name: MetricName<'counter'>, attributes: SpanAttributes = {}): void {
    if (this.isOn) (this.#find(name, 'createCounter') as Counter).add(1, attributes);
  }

  record(name: MetricName<'histogram'>, value: number, attributes: SpanAttributes = {}): void {
    if (this.isOn) (this.#find(name, 'createHistogram') as Histogram).record(value, attributes);
  }

  /** Reads these as soon as somebody wants to know; returns how to stop. */
  observe(gauges: Gauges): () => void {
    this.#observing = gauges;
    if (this.isOn) this.#read();
    return () => {
      this.#observing = null;
      this.#stopReading();
    };
  }

  #use(provider: ReturnType<typeof findMetrics>): void {
    this.#stopReading();
    this.#provider = provider;
    this.#instruments = new Map();
    if (provider) this.#read();
  }

  #find(name: keyof typeof METRICS, make: keyof Meter): unknown {
    let instrument = this.#instruments.get(name);
    if (!instrument) {
      const { description, unit } = METRICS[name];
      const { buckets } = METRICS[name] as { buckets?: readonly number[] };
      const advice = buckets && { advice: { explicitBucketBoundaries: [...buckets] } };
      const meter = this.#provider!.getMeter(SCOPE, VERSION);
      this.#instruments.set(name, (instrument = meter[make](name, { description, unit, ...advice })));
    }
    return instrument;
  }

  #read(): void {
    const gauges = this.#observing;
    if (!gauges) return;
    const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
    delay.enable();
    const readers = Object.entries(readersOf(gauges, delay)).map(([name, read]) => {
      const gauge = this.#find(name as MetricName<'gauge'>, 'createObservableGauge') as Observable;
      gauge.addCallback(read);
      return () => gauge.removeCallback(read);
    });
    this.#stopReading = () => {
      delay.disable();
      for (const stop of readers) stop();
      this.#stopReading = () => {};
    };
  }
}

/** Counts time from a moment, in seconds; 0 where there is none. */
const since = ({ now }: Gauges, at: number | null): number => (at === null ? 0 : Math.max(0, now() - at) / 1_000);

function readersOf(gauges: Gauges, delay: DelayMonitor): Record<MetricName<'gauge'>, Read> {
  return {
    'workflow.runs.live': (result) => result.observe(gauges.liveRuns()),
    'workflow.runs.busy': (result) => result.observe(gauges.busyRuns()),
    'workflow.steps.running': (result) => result.observe(gauges.runningSteps()),
    'workflow.steps.waiting': (result) => result.observe(gauges.waitingSteps()),
    'workflow.steps.oldest_wait': (result) => result.observe(since(gauges, gauges.oldestStepAt())),
    'workflow.queue.age': async (result) => {
      // A store in trouble has no age: the commits say that it is.
      const dueAt = await gauges.nextDueAt().catch(() => undefined);
      if (dueAt !== undefined) result.observe(since(gauges, dueAt));
    },
    'nodejs.eventloop.delay.p99': (result) => result.observe(toDelay(delay.percentile(99))),
    'nodejs.eventloop.delay.max': (result) => {
      result.observe(toDelay(delay.max));
      delay.reset();
    },
  };
}

/** The histogram counts from timer to timer, and is empty at first. */
const toDelay = (nanoseconds: number): number =>
  Number.isFinite(nanoseconds) && nanoseconds > 0 && nanoseconds < Number.MAX_SAFE_INTEGER
    ? Math.max(0, nanoseconds / NANOSECONDS - DELAY_RESOLUTION_MS / 1_000)
    : 0;
