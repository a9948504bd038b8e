/**
 * The providers of OpenTelemetry that the application has registered. All copies of `@opentelemetry/api` keep them in
 * one place of the process, for any version of the same major number. To look there needs no import: nothing is loaded
 * in an application without OpenTelemetry, no bundler has to find an optional package, and a bundled server and its
 * packages outside of the bundle share one trace. The types are the parts of the API that are used here;
 * `test/runtime/telemetry-api.test.ts` holds them against the package.
 */

/** Identifies a span. */
export interface SpanPlace {
  traceId: string;
  spanId: string;
  traceFlags: number;
  isRemote?: boolean;
  traceState?: TraceState;
}

/** Facts that vendors keep in a trace. */
export interface TraceState {
  get(key: string): string | undefined;
  set(key: string, value: string): TraceState;
  unset(key: string): TraceState;
  serialize(): string;
}

/** The values of attributes that are used here. */
export type SpanAttributes = Record<string, string | number | boolean | string[]>;

/** An operation in a trace. */
export interface OpenSpan {
  spanContext(): SpanPlace;
  setAttributes(attributes: SpanAttributes): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  updateName(name: string): unknown;
  /** Since version 1.9 of the API. */
  addLink?(link: { context: SpanPlace; attributes?: SpanAttributes }): unknown;
  recordException(exception: { name: string; message: string; stack?: string }): void;
  isRecording(): boolean;
  end(): void;
}

/** Values that belong to what runs now. */
export interface Context {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): Context;
  deleteValue(key: symbol): Context;
}

interface Tracer {
  startSpan(
    name: string,
    options: { kind: number; attributes: SpanAttributes; root?: boolean; links?: { context: SpanPlace }[] },
    context: Context,
  ): OpenSpan;
}

interface ContextManager {
  active(): Context;
  with<Result>(context: Context, work: () => Result): Result;
}

/** Counts, or notes the values of something. */
export interface Counter {
  add(value: number, attributes: SpanAttributes): void;
}
/** Notes how often which values come. */
export interface Histogram {
  record(value: number, attributes: SpanAttributes): void;
}
/** Is asked for its value. */
export interface Observable {
  addCallback(read: (result: { observe(value: number): void }) => void | Promise<void>): void;
  removeCallback(read: (result: { observe(value: number): void }) => void | Promise<void>): void;
}
interface InstrumentOptions {
  description: string;
  unit: string;
  advice?: { explicitBucketBoundaries: number[] };
}
/** Makes instruments. */
export interface Meter {
  createCounter(name: string, options: InstrumentOptions): Counter;
  createHistogram(name: string, options: InstrumentOptions): Histogram;
  createObservableGauge(name: string, options: InstrumentOptions): Observable;
}

/** A message for the log of OpenTelemetry. */
export interface LogRecord {
  eventName: string;
  severityNumber: number;
  severityText: string;
  body: string;
  attributes: SpanAttributes;
  context?: Context;
}
interface Logger {
  emit(record: LogRecord): void;
}

/** All that an application may have registered. */
interface Providers {
  trace?: { getTracer(name: string, version: string): Tracer };
  context?: ContextManager;
  metrics?: { getMeter(name: string, version: string): Meter };
  /** Since version 1.10 of the API. */
  logs?: { getLogger(name: string, version: string): Logger };
}

const API = Symbol.for('opentelemetry.js.api.1');
/** The place of `@opentelemetry/api-logs`, which was a package of its own before version 1.10 of the API. */
const LOGS_API = Symbol.for('io.opentelemetry.js.api.logs');
const LOGS_VERSION = 1;

interface Holder {
  [API]?: Providers;
  [LOGS_API]?: (version: number) => Providers['logs'];
}

/** The key of the span in a context, the same in all copies of the API. */
export const SPAN_KEY = Symbol.for('OpenTelemetry Context Key SPAN');

/** The name under which everything of this package comes. */
export const SCOPE = 'workflow';

/** As OpenTelemetry numbers them. */
export const SPAN_KIND = { internal: 0, client: 2, producer: 3, consumer: 4 } as const;
/** The status of what has failed. */
export const STATUS_ERROR = 2;

/** The tracer provider; `undefined`: none is registered. */
export const findTracing = (): Providers['trace'] => (globalThis as Holder)[API]?.trace;
/** The keeper of contexts; `undefined`: none is registered. */
export const findContexts = (): Providers['context'] => (globalThis as Holder)[API]?.context;
/** The meter provider; `undefined`: none is registered. */
export const findMetrics = (): Providers['metrics'] => (globalThis as Holder)[API]?.metrics;
/** The logger provider; `undefined`: none is registered. */
export const findLogs = (): Providers['logs'] =>
  (globalThis as Holder)[API]?.logs ?? (globalThis as Holder)[LOGS_API]?.(LOGS_VERSION);

/** Contexts are read by this interface only, so that any copy of the API takes one of ours. */
class RootContext implements Context {
  readonly #values: ReadonlyMap<symbol, unknown>;

  constructor(values: ReadonlyMap<symbol, unknown>) {
    this.#values = values;
  }

  getValue(key: symbol): unknown {
    return this.#values.get(key);
  }

  setValue(key: symbol, value: unknown): Context {
    return new RootContext(new Map(this.#values).set(key, value));
  }

  deleteValue(key: symbol): Context {
    const values = new Map(this.#values);
    values.delete(key);
    return new RootContext(values);
  }
}

/** A context without values. */
export const ROOT: Context = new RootContext(new Map());

/** The context of the code that runs now. */
export const activeContext = (): Context => findContexts()?.active() ?? ROOT;

/** Does work that belongs to a context. Without a keeper of contexts nobody would find it. */
export function inContext<Result>(context: Context, work: () => Result): Result {
  const contexts = findContexts();
  return contexts ? contexts.with(context, work) : work();
}

/** The span that a context has. */
export const spanOf = (context: Context): OpenSpan | undefined => context.getValue(SPAN_KEY) as OpenSpan | undefined;
