/** The parts of OpenTelemetry that are found without an import, held against the package. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { context, logs, metrics, trace } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import * as found from '../../runtime/telemetry/open-telemetry.ts';
import { readTraceContext, toContext, toTraceContext } from '../../runtime/telemetry/trace-context.ts';
import { collectTelemetry } from './collected-telemetry.ts';

const ROOT = join(import.meta.dirname, '../..');

it('no part of this package imports OpenTelemetry: without it nothing is loaded, and no bundler looks for it', () => {
  const files = globSync('{agent,cli,compiler,integrations,runtime}/**/*.ts', { cwd: ROOT });
  const importers = files.filter((file) =>
    /(?:from|import\()\s*'@opentelemetry/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(importers).toEqual([]);
});

it('finds what the application has registered, and nothing before and afterwards', () => {
  const all = (): unknown[] => [found.findTracing(), found.findContexts(), found.findMetrics(), found.findLogs()];
  expect(all()).toEqual([undefined, undefined, undefined, undefined]);
  collectTelemetry();
  // The types of the package fit ours.
  const tracing: ReturnType<typeof found.findTracing> = trace.getTracerProvider();
  const meters: ReturnType<typeof found.findMetrics> = metrics.getMeterProvider();
  const loggers: ReturnType<typeof found.findLogs> = logs.getLoggerProvider();
  expect(all()).toEqual([tracing, expect.anything(), meters, loggers]);
  for (const api of [trace, context, metrics, logs]) api.disable();
  expect(all()).toEqual([undefined, undefined, undefined, undefined]);
});

it('shares contexts with the package in both directions', () => {
  collectTelemetry();
  const span = trace.getTracer('test').startSpan('ours');
  const own = found.ROOT.setValue(found.SPAN_KEY, span);
  expect(trace.getSpan(own)).toBe(span);
  expect(found.spanOf(trace.setSpan(context.active(), span))).toBe(span);
  expect(found.inContext(own, () => trace.getActiveSpan())).toBe(span);
  expect(own.deleteValue(found.SPAN_KEY).getValue(found.SPAN_KEY)).toBeUndefined();
});

it('writes and reads places in traces as W3C Trace Context does', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const spanContext = readTraceContext({ traceparent, tracestate: 'rojo=00f067aa0ba902b7,congo=t61=2' })!;
  expect(spanContext).toMatchObject({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
    traceFlags: 1,
    isRemote: true,
  });
  const { traceState } = spanContext;
  expect(traceState!.get('congo')).toBe('t61=2');
  expect(traceState!.set('new', '1').unset('rojo').serialize()).toBe('new=1,congo=t61=2');
  expect(toTraceContext(spanContext)).toEqual({ traceparent, tracestate: 'rojo=00f067aa0ba902b7,congo=t61=2' });
  expect(toContext(spanContext).getValue(found.SPAN_KEY)).toMatchObject({});
});

it.each(['', 'nonsense', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, '00-4bf9-00f0-01'])(
  'reads no place from %j',
  (traceparent) => {
    expect(readTraceContext({ traceparent })).toBeNull();
  },
);
