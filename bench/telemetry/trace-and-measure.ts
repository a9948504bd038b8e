/** The same with metrics, which are read every ten seconds. */
import { isMainThread } from 'node:worker_threads';
import { metrics } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import './trace-to-nowhere.ts';

if (isMainThread) {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.DELTA);
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: 10_000,
    exportTimeoutMillis: 5_000,
  });
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
}
