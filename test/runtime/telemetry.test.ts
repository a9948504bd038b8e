/** OpenTelemetry shows runs, as an operator sees them. */
import { trace } from '@opentelemetry/api';
import { AlwaysOffSampler, ParentBasedSampler } from '@opentelemetry/sdk-trace';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getRun, resumeHook } from '../../runtime/entries/api.ts';
import { RetryableError } from '../../runtime/entries/workflow.ts';
import { METRICS } from '../../runtime/telemetry/metric-table.ts';
import { WAIT } from '../time-limits.ts';
import type { TestCode } from './build-from-functions.ts';
import { collectTelemetry, type Collected } from './collected-telemetry.ts';
import { createHarness } from './harness.ts';
import type { SeenSpan } from './seen-span.ts';

const tracer = trace.getTracer('test');
const SECRET = 'a-secret-value';
const TOKEN = `${SECRET}-token`;

const CODE: TestCode = {
  workflows: {
    order: async ({ step, sleep, createHook, startChild }, item, token) => {
      await step('charge')(item);
      await sleep(20);
      const hook = createHook({ token });
      await hook;
      const child = await startChild({ workflowId: 'workflow//./test//ship' }, [item]);
      return await child.returnValue;
    },
    ship: async ({ step }, item) => await step('pack')(item),
    retry: async ({ step }) => await step('flaky')(),
    broken: async ({ step }) => await step('decline')(),
    nap: async ({ sleep }) => await sleep(30),
  },
  steps: {
    charge: async (item: unknown) => await tracer.startActiveSpan('pay', async (span) => (span.end(), item)),
    pack: (item: unknown) => item,
    flaky: () => {
      throw Object.assign(new RetryableError('not yet', { retryAfter: 5 }), { code: 'busy' });
    },
    decline: Object.assign(() => Promise.reject(new RangeError(`declined ${SECRET}`)), { maxRetries: 1 }),
  },
};

/** The names of spans, each below the one that it belongs to. */
function toTree(spans: SeenSpan[], parentId?: string): unknown[] {
  const isChild = (span: SeenSpan): boolean =>
    parentId === undefined ? !spans.some(({ spanId }) => spanId === span.parentId) : span.parentId === parentId;
  return spans.filter(isChild).map((span) => {
    const below = toTree(spans, span.spanId);
    return below.length > 0 ? { [span.name]: below } : span.name;
  });
}

/** Spans end a moment after what they are about. */
async function untilSpans(collected: Collected, names: string[]): Promise<SeenSpan[]> {
  await vi.waitFor(
    () => expect(collected.spans().map(({ name }) => name)).toEqual(expect.arrayContaining(names)),
    WAIT,
  );
  return collected.spans();
}

describe('the spans of a run', () => {
  it('are one trace from the caller to the children, each short, and what a step does is below its attempt', async () => {
    const collected = collectTelemetry();
    const harness = await createHarness(CODE);
    const run = await tracer.startActiveSpan('POST /orders', async (span) => {
      const started = await harness.start('order', SECRET, TOKEN);
      span.end();
      return started;
    });
    await harness.untilEvent(run, 'hook_created');
    await tracer.startActiveSpan('POST /approve', async (span) => {
      await resumeHook(TOKEN, SECRET);
      span.end();
    });
    await expect(run.returnValue).resolves.toBe(SECRET);
    const spans = await untilSpans(collected, ['run ship']);

    const [request] = spans.filter(({ name }) => name === 'POST /orders');
    const own = spans.filter(({ traceId }) => traceId === request!.traceId);
    const others = spans.filter(({ traceId }) => traceId !== request!.traceId);
    const start = collected.span('start order');
    const runs = own.filter(({ name }) => name === 'run order');
    expect(start.parentId).toBe(request!.spanId);
    expect(new Set(runs.map(({ parentId }) => parentId))).toEqual(new Set([start.spanId]));
    const charge = collected.span('charge');
    expect(runs[0]!.spanId).toBe(charge.parentId);
    expect(collected.span('pay').parentId).toBe(charge.spanId);
    expect(collected.span('run ship').parentId).toBe(collected.span('start ship').spanId);
    expect(collected.span('pack').parentId).toBe(collected.span('run ship').spanId);
    expect(runs.map(({ spanId }) => spanId)).toContain(collected.span('start ship').parentId);
    expect(toTree(others)).toEqual([{ 'POST /approve': ['resume hook'] }]);
    const answered = runs.filter(({ links }) => links.includes(collected.span('resume hook').spanId));
    expect(answered).toHaveLength(1);
    expect(charge.attributes).toEqual({
      'workflow.name': 'order',
      'workflow.run.id': run.runId,
      'workflow.step.name': 'charge',
      'workflow.step.id': `step_${run.runId.slice('wrun_'.length)}_0`,
      'workflow.step.attempt': 1,
      'workflow.step.outcome': 'completed',
    });
    expect(JSON.stringify([spans, collected.logRecords()])).not.toContain(SECRET);
  });

  it('do not last while a run sleeps, and a replay makes none again', async () => {
    const collected = collectTelemetry();
    const harness = await createHarness(CODE, { env: { WORKFLOW_LIVE_RUNS: '0' } });
    const run = await harness.start('nap');
    await run.returnValue;
    const spans = await untilSpans(collected, ['run nap', 'run nap']);
    const [, before, after] = spans;
    expect(toTree(spans)).toEqual([{ 'start nap': ['run nap', 'run nap'] }]);
    expect(after!.links).toEqual([before!.spanId]);
    expect(after!.beganAt).toBeGreaterThanOrEqual(before!.endedAt);
    expect(after!.attributes['workflow.run.status']).toBe('completed');
  });

  it('show each attempt, why it failed, and that another one follows', async () => {
    const collected = collectTelemetry();
    const harness = await createHarness(CODE);
    const run = await harness.start('retry');
    await expect(run.returnValue).rejects.toThrow();
    const attempts = (await untilSpans(collected, ['run retry'])).filter(({ name }) => name === 'flaky');
    expect(attempts.map(({ attributes }) => attributes['workflow.step.attempt'])).toEqual([1, 2, 3, 4]);
    expect(attempts.map(({ attributes }) => attributes['workflow.step.outcome'])).toEqual([
      'retry',
      'retry',
      'retry',
      'failed',
    ]);
    for (const { hasFailed, message, exceptions, attributes } of attempts) {
      expect([hasFailed, message]).toEqual([true, 'not yet']);
      expect(attributes).toMatchObject({ 'error.type': 'RetryableError', 'workflow.error.code': 'busy' });
      expect(exceptions).toMatchObject([
        { 'exception.message': 'not yet', 'exception.stacktrace': expect.any(String) },
      ]);
    }
    const last = collected.spans().findLast(({ name }) => name === 'run retry');
    expect(last).toMatchObject({ hasFailed: true, attributes: { 'workflow.run.status': 'failed' } });
  });

  it('leave out what errors say where that may hold personal data', async () => {
    const collected = collectTelemetry();
    const harness = await createHarness(CODE, { env: { WORKFLOW_LOG_MESSAGES: '0', WORKFLOW_LOG_LEVEL: 'off' } });
    await expect((await harness.start('broken')).returnValue).rejects.toThrow();
    const spans = await untilSpans(collected, ['run broken', 'decline']);
    expect(JSON.stringify([spans, collected.logRecords()])).not.toContain(SECRET);
    const [attempt] = spans.filter(({ name }) => name === 'decline');
    expect(attempt).toMatchObject({ hasFailed: true, attributes: { 'error.type': 'RangeError' } });
    expect(attempt!.exceptions[0]!['exception.stacktrace']).toMatch(/telemetry\.test\.ts/);
  });

  it('are not made where the trace is not sampled, also later on', async () => {
    const collected = collectTelemetry({ sampler: new ParentBasedSampler({ root: new AlwaysOffSampler() }) });
    const harness = await createHarness(CODE);
    const run = await harness.start('nap');
    await run.returnValue;
    expect(collected.spans()).toEqual([]);
    const [created] = await harness.journal(run);
    expect(created).toMatchObject({ trace: { traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-00$/) } });
  });

  it('are not made with WORKFLOW_TELEMETRY=off, and nothing of it is stored', async () => {
    const collected = collectTelemetry();
    const harness = await createHarness(CODE, { env: { WORKFLOW_TELEMETRY: 'off', WORKFLOW_LOG_LEVEL: 'off' } });
    const run = await harness.start('broken');
    await expect(run.returnValue).rejects.toThrow();
    expect([collected.spans(), collected.logRecords()]).toEqual([[], []]);
    expect([...(await collected.metrics()).keys()]).toEqual([]);
    expect(Object.keys((await harness.journal(run))[0]!)).not.toContain('trace');
  });

  it('are not made without OpenTelemetry, which nothing here loads', async () => {
    const harness = await createHarness(CODE);
    const run = await harness.start('nap');
    await run.returnValue;
    expect(Object.keys((await harness.journal(run))[0]!)).not.toContain('trace');
  });
});

describe('a fork', () => {
  it('stays in the trace of the run that it was made of', async () => {
    const collected = collectTelemetry();
    const harness = await createHarness(CODE, { env: { WORKFLOW_LOG_LEVEL: 'off' } });
    const run = await harness.start('broken');
    await expect(run.returnValue).rejects.toThrow();
    const fork = await run.retry();
    await expect(fork.returnValue).rejects.toThrow();
    const spans = await untilSpans(collected, ['run broken']);
    const ofFork = spans.filter(({ attributes }) => attributes['workflow.run.id'] === fork.runId);
    expect(ofFork.map(({ name }) => name)).toContain('decline');
    expect(new Set(ofFork.map(({ traceId }) => traceId))).toEqual(new Set([collected.span('start broken').traceId]));
  });
});

describe('the log', () => {
  it('says to which trace a message belongs, in its lines and as a record', async () => {
    const lines: string[] = [];
    const spy = vi.spyOn(console, 'warn').mockImplementation((line) => void lines.push(String(line)));
    const spies = [spy, vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)))];
    onTestFinished(() => spies.forEach((one) => one.mockRestore()));
    const collected = collectTelemetry();
    const harness = await createHarness(CODE, { env: { WORKFLOW_LOG: 'json' } });
    const run = await harness.start('broken');
    await expect(run.returnValue).rejects.toThrow();
    const spans = await untilSpans(collected, ['run broken']);
    const attempts = spans.filter(({ name }) => name === 'decline');
    const failed = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'step_failed');
    expect(failed.map(({ trace_id: traceId, span_id: spanId }) => ({ traceId, spanId }))).toEqual(
      attempts.map(({ traceId, spanId }) => ({ traceId, spanId })),
    );
    const [first] = collected.logRecords().filter(({ eventName }) => eventName === 'workflow.step_failed');
    expect(first).toMatchObject({
      traceId: attempts[0]!.traceId,
      attributes: { 'workflow.run.id': run.runId, 'exception.type': 'RangeError' },
    });
  });
});

/** They need a model, or a worker that is given up for dead. */
const ELSEWHERE = ['gen_ai.client.operation.duration', 'gen_ai.client.token.usage', 'workflow.lease.losses'];

describe('the metrics', () => {
  it('are those of the table, with its attributes and no id of a run', async () => {
    const collected = collectTelemetry();
    const harness = await createHarness(CODE, { env: { WORKFLOW_LIVE_RUNS: '0', WORKFLOW_LOG_LEVEL: 'off' } });
    const run = await harness.start('order', SECRET, TOKEN);
    await harness.untilEvent(run, 'hook_created');
    await resumeHook(TOKEN);
    await run.returnValue;
    await expect((await harness.start('broken')).returnValue).rejects.toThrow();
    const parked = await parkOne(harness);
    const found = await collected.metrics();
    expect([...found.keys(), ...ELSEWHERE].toSorted()).toEqual(Object.keys(METRICS).toSorted());
    for (const [name, points] of found) {
      const allowed: readonly string[] = METRICS[name as keyof typeof METRICS].attributes;
      for (const attributes of points)
        expect(
          Object.keys(attributes).filter((key) => !allowed.includes(key)),
          name,
        ).toEqual([]);
    }
    expect(JSON.stringify([...found.values()])).not.toContain(SECRET);
    expect(found.get('workflow.runs.ended')).toContainEqual({
      'workflow.name': 'broken',
      'workflow.run.status': 'failed',
      'error.type': 'RangeError',
    });
    await getRun(parked).cancel();
  });
});

/** Has a run put aside whose step nobody has any more. */
async function parkOne(harness: Awaited<ReturnType<typeof createHarness>>): Promise<string> {
  await harness.deploy({ workflows: { stuck: async ({ step }) => await step('gone')() }, steps: {} });
  const run = await harness.start('stuck');
  await vi.waitFor(async () => expect((await getRun(run.runId).summary()).parked).not.toBeNull(), WAIT);
  return run.runId;
}
