/** OpenTelemetry as a server registers it, with its data in memory. */
import { type Attributes, context, logs, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, type Sampler, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { onTestFinished } from 'vitest';
import { type SeenSpan, toSeen } from './seen-span.ts';

class ReadOnDemand extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** All that was collected so far. */
export interface Collected {
  /** In the order in which they began. */
  spans(): SeenSpan[];
  /** The only span of that name. */
  span(name: string): SeenSpan;
  logRecords(): { eventName: string | undefined; attributes: Attributes; traceId: string | undefined }[];
  /** By name, the values of their attributes. */
  metrics(): Promise<Map<string, Attributes[]>>;
  /** As Prometheus reads it. */
  prometheus(): Promise<string>;
}

/** Registers all three providers until the test ends. */
export function collectTelemetry({ sampler }: { sampler?: Sampler } = {}): Collected {
  const spans = new InMemorySpanExporter();
  const records = new InMemoryLogRecordExporter();
  const reader = new ReadOnDemand();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })], ...(sampler && { sampler }) }),
  );
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  logs.setGlobalLoggerProvider(
    new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: records })] }),
  );
  onTestFinished(() => {
    for (const api of [trace, metrics, logs, context]) api.disable();
  });
  const seen = (): SeenSpan[] =>
    spans
      .getFinishedSpans()
      .map(toSeen)
      .toSorted((one, other) => one.beganAt - other.beganAt);
  return {
    spans: seen,
    span(name) {
      const found = seen().filter((span) => span.name === name);
      if (found.length !== 1) throw new Error(`There are ${found.length} spans "${name}".`);
      return found[0]!;
    },
    logRecords: () =>
      records.getFinishedLogRecords().map(({ eventName, attributes, spanContext }) => ({
        eventName,
        attributes,
        traceId: spanContext?.traceId,
      })),
    async metrics() {
      const { resourceMetrics } = await reader.collect();
      const found = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
      return new Map(
        found.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints.map(({ attributes }) => attributes)]),
      );
    },
    async prometheus() {
      const { resourceMetrics } = await reader.collect();
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the exporter has a copy of the SDK of its own
      return new PrometheusSerializer().serialize(resourceMetrics);
    },
  };
}
