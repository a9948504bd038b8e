/** One trace of a run whose worker is killed twice: while it sleeps, and in the middle of a step. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it, onTestFinished, vi } from 'vitest';
import { getRun, start } from '../../runtime/entries/api.ts';
import { workflowIdOf } from '../runtime/build-from-functions.ts';
import { type SeenSpan, toSeen } from '../runtime/seen-span.ts';
import { WAIT } from '../time-limits.ts';
import { makeDataDir } from '../world/test-store.ts';
import { ForkedWorker } from './forked-worker.ts';
import { startProducer } from './producer.ts';
import { makeSharedStore } from './shared-store.ts';

const SOON = { ...WAIT, interval: 20 };

const WORKER = new URL('./telemetry-worker.ts', import.meta.url);

function readSpans(file: string): SeenSpan[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const spans = text.split('\n').slice(0, -1);
  return spans.map((line) => JSON.parse(line) as SeenSpan);
}

it('keeps one trace across kills: its stretches are linked, and no attempt is seen twice', async () => {
  const own = new InMemorySpanExporter();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: own })] }));
  onTestFinished(() => [trace, context].forEach((api) => api.disable()));
  const folder = makeDataDir();
  const store = makeSharedStore(folder);
  const { endLeases, close } = await startProducer(store);
  onTestFinished(async () => {
    await close();
    await store.remove();
  });
  const fileOf = (n: number): string => join(folder, `spans-${n}.jsonl`);
  const startWorker = (n: number, hangs = ''): ForkedWorker =>
    ForkedWorker.start(WORKER, { ...store.env, SPANS_FILE: fileOf(n), HANGS: hangs });

  const first = startWorker(1);
  const { runId } = await trace.getTracer('test').startActiveSpan('request', async (span) => {
    const run = await start({ workflowId: workflowIdOf('main') });
    span.end();
    return run;
  });
  // The store of another process tells of the sleep too late on PostgreSQL.
  await vi.waitFor(() => expect(readSpans(fileOf(1)).map(({ name }) => name)).toContain('run main'), SOON);
  await first.kill();
  const asleepAt = Date.now();
  await endLeases();
  const second = startWorker(2, '1');
  await getRun(runId).wakeUp();
  await second.says('hangs');
  await second.kill();
  await endLeases();
  startWorker(3);
  await expect(getRun(runId).returnValue).resolves.toBe(2);

  const spansOf = (n: number): SeenSpan[] => readSpans(fileOf(n));
  await vi.waitFor(() => expect(spansOf(3).filter(({ name }) => name === 'run main')).toHaveLength(2), SOON);
  const caller = own.getFinishedSpans().map(toSeen);
  const [request, started] = ['request', 'start main'].map((name) => caller.find((span) => span.name === name)!);
  const all = [...caller, ...spansOf(1), ...spansOf(2), ...spansOf(3)];
  expect(new Set(all.map(({ traceId }) => traceId))).toEqual(new Set([request!.traceId]));
  expect(all.filter(({ name }) => name === 'before')).toHaveLength(1);
  // Nobody could end the span of the attempt that was killed.
  const hang = all.filter(({ name }) => name === 'hang');
  expect(hang.map(({ attributes }) => attributes['workflow.step.attempt'])).toEqual([2]);

  const runs = all.filter(({ name }) => name === 'run main');
  expect(new Set(runs.map(({ parentId }) => parentId))).toEqual(new Set([started!.spanId]));
  const [asleep] = spansOf(1).filter(({ name }) => name === 'run main');
  const [third, last] = spansOf(3).filter(({ name }) => name === 'run main');
  expect(asleep!.links).toEqual([]);
  expect(third!.links).toHaveLength(1);
  // The stretch that was killed is linked to the one before, and nobody could end it.
  expect(third!.links[0]).not.toBe(asleep!.spanId);
  expect(last!.links).toEqual([third!.spanId]);
  const child = all.find(({ name }) => name === 'start child');
  expect(child!.parentId).toBe(third!.spanId);
  expect(all.find(({ name }) => name === 'run child')!.parentId).toBe(child!.spanId);
  // No span covers the sleep.
  expect(all.filter(({ beganAt, endedAt }) => beganAt < asleepAt && endedAt > asleepAt)).toEqual([]);
});
