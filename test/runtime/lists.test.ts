import { describe, expect, it } from 'vitest';
import {
  UnreadableValue,
  getRun,
  listHooks,
  listRuns,
  listSteps,
  listStreams,
  listWaits,
  start,
  type RunSummary,
} from '../../runtime/entries/api.ts';
import { FatalError, WorkflowRunNotFoundError } from '../../runtime/entries/errors.ts';
import { getWritable, RetryableError } from '../../runtime/entries/workflow.ts';
import { readRunJournal } from '../../runtime/api/run-journal.ts';
import type { RunId, WorkflowId } from '../../runtime/contract/ids.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { workflowIdOf } from './build-from-functions.ts';
import { createHarness } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';

const UNKNOWN_RUN = 'wrun_01J00000000000000000000000';
const workflow = (name: string) => ({ workflowId: workflowIdOf(name) });
const idsOf = (runs: readonly { runId: string }[]): string[] => runs.map(({ runId }) => runId);

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

describe('listRuns()', () => {
  const code = {
    workflows: {
      quick: async () => 'done',
      broken: async () => {
        throw new Error('boom');
      },
      asleep: async ({ sleep }: any) => await sleep('1d'),
    },
  };

  it('gives pages newest first, in which runs that begin meanwhile leave no gap and make nothing come twice', async () => {
    const harness = await createHarness(code);
    const expected: string[] = [];
    for (let i = 0; i < 5; i++) expected.unshift((await harness.start('quick')).runId);
    const first = await listRuns({ limit: 2 });
    await harness.start('quick');
    const second = await listRuns({ limit: 2, cursor: first.cursor! });
    await harness.start('quick');
    const third = await listRuns({ limit: 2, cursor: second.cursor! });
    expect(idsOf([...first.runs, ...second.runs, ...third.runs])).toEqual(expected);
    expect(third.cursor).toBeNull();
  });

  it('goes through all pages when it is iterated', async () => {
    const harness = await createHarness(code);
    const expected: string[] = [];
    for (let i = 0; i < 5; i++) expected.unshift((await harness.start('quick')).runId);
    expect(idsOf(await all(listRuns({ limit: 2 })))).toEqual(expected);
  });

  it('says why runs failed: the error, its place, and the step that has thrown it', async () => {
    const { start: begin } = await createHarness({
      workflows: {
        broken: async () => {
          throw Object.assign(new RangeError('boom'), { code: 'E_BOOM' });
        },
        wrapping: async ({ step }) => {
          await step('charge')().catch((cause: unknown) => {
            throw new Error('no order', { cause });
          });
        },
        primitive: async () => {
          // oxlint-disable-next-line typescript/only-throw-error -- what users do
          throw 'a text';
        },
        fine: async () => 1,
      },
      steps: { charge: Object.assign(() => Promise.reject(new TypeError('declined')), { maxRetries: 0 }) },
    });
    for (const name of ['broken', 'wrapping', 'primitive']) await (await begin(name)).returnValue.catch(() => {});
    const fine = await begin('fine');
    await fine.returnValue;
    const none = { code: null, step: null };
    const errors = [
      null,
      { ...none, name: 'Error', message: 'a text', at: null, stack: null },
      {
        ...none,
        name: 'Error',
        message: 'no order',
        step: 'step//./test//charge',
        at: expect.stringMatching(/^test\/runtime\/lists.test.ts:\d+:\d+$/) as string,
        stack: expect.stringContaining('Caused by: TypeError: declined') as string,
      },
      { ...none, name: 'RangeError', message: 'boom', code: 'E_BOOM' },
    ];
    const { runs } = await listRuns();
    expect(runs.map(({ error }) => error)).toMatchObject(errors);
    for (const [i, { runId }] of runs.entries()) expect((await getRun(runId).summary()).error).toEqual(runs[i]!.error);
    const journal = await getRun(runs[2]!.runId).journal();
    expect(journal.filter(({ error }) => error !== null).map(({ type, error }) => [type, error!.message])).toEqual([
      ['step_failed', 'declined'],
      ['run_failed', 'no order'],
    ]);
    expect(journal.at(-1)!.details).toMatchObject({ failedStepName: 'step//./test//charge' });
  });

  it('tells what an operator asks first, as plain data', async () => {
    const clock = new VirtualClock();
    await createHarness(code, { clock });
    const parent = await start(workflow('quick'));
    await parent.returnValue;
    const run = await start(workflow('asleep'), [], { id: 'order-7', attributes: { shop: 'berlin' } });
    const [summary] = (await listRuns({ key: 'order-7' })).runs;
    expect(summary).toEqual<RunSummary>({
      runId: run.runId,
      workflowName: workflowIdOf('asleep'),
      status: 'running',
      createdAt: new Date(clock.now()),
      startedAt: new Date(clock.now()),
      completedAt: null,
      buildId: expect.any(String) as string,
      key: 'order-7',
      attributes: { shop: 'berlin' },
      parentRunId: null,
      isPaused: false,
      queued: null,
      parked: null,
      error: null,
      retrying: null,
      expiresAt: null,
    });
  });

  it('gives runs that only retry in pages that are never too long, each once, also among others', async () => {
    const harness = await createHarness({
      workflows: { ...code.workflows, flaky: async ({ step }: any) => await step('later')() },
      steps: {
        later: () => {
          throw new RetryableError('not yet', { retryAfter: '1h' });
        },
      },
    });
    const expected: string[] = [];
    for (const name of ['flaky', 'asleep', 'flaky', 'flaky', 'asleep', 'asleep', 'flaky', 'flaky']) {
      const run = await harness.start(name);
      if (name === 'flaky') expected.unshift(run.runId);
      if (name === 'flaky') await harness.untilEvent(run, 'step_retrying');
    }
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await listRuns({ retrying: true, limit: 2, ...(cursor !== undefined && { cursor }) });
      pages.push(idsOf(page.runs));
      cursor = page.cursor;
    }
    expect(pages.flat()).toEqual(expected);
    expect(Math.max(...pages.map((page) => page.length))).toBe(2);
    expect(idsOf((await listRuns({ retrying: true })).runs)).toEqual(expected);
  });

  it('finds runs by status, workflow, time and attributes', async () => {
    const clock = new VirtualClock();
    await createHarness(code, { clock });
    const quick = await start(workflow('quick'), [], { attributes: { shop: 'berlin', size: 3 } });
    await quick.returnValue;
    clock.advance(1_000);
    const noon = new Date(clock.now());
    const broken = await start(workflow('broken'), [], { attributes: { shop: 'paris', size: 3 } });
    await broken.returnValue.catch(() => {});
    clock.advance(1_000);
    const asleep = await start(workflow('asleep'), [], { attributes: { shop: 'berlin', size: 4 } });
    const find = async (filter: Parameters<typeof listRuns>[0]) => idsOf((await listRuns(filter)).runs);

    const q = quick.runId;
    const b = broken.runId;
    const a = asleep.runId;
    await expect(find({ status: 'failed' })).resolves.toEqual([b]);
    await expect(find({ status: ['completed', 'running'] })).resolves.toEqual([a, q]);
    await expect(find({ workflow: workflow('quick') })).resolves.toEqual([q]);
    await expect(find({ workflow: workflowIdOf('broken') })).resolves.toEqual([b]);
    await expect(find({ workflow: Object.assign(async () => {}, workflow('asleep')) })).resolves.toEqual([a]);
    await expect(find({ createdAfter: noon })).resolves.toEqual([a]);
    await expect(find({ createdBefore: noon })).resolves.toEqual([q]);
    await expect(find({ attributes: { shop: 'berlin' } })).resolves.toEqual([a, q]);
    await expect(find({ attributes: { shop: 'berlin', size: 3 } })).resolves.toEqual([q]);
    await expect(find({ status: 'completed', attributes: { size: 4 } })).resolves.toEqual([]);
    await expect(find({ parked: true })).resolves.toEqual([]);
    await expect(find({ paused: false, parked: false })).resolves.toEqual([a, b, q]);
  });

  it('finds runs that are parked, with the reason', async () => {
    const harness = await createHarness(code);
    await start({ workflowId: 'workflow//./gone//missing' });
    await harness.start('quick');
    const parked = await untilSome(harness.world, () => listRuns({ parked: true }));
    expect(parked).toMatchObject([{ workflowName: 'workflow//./gone//missing' }]);
    expect(parked[0]!.parked).toEqual({
      code: 'workflow_code_missing',
      message: expect.stringContaining('The workflow "missing" (./gone) is not in the build') as string,
    });
  });

  it('finds the runs that a run has started', async () => {
    const harness = await createHarness({
      workflows: {
        quick: async () => 'done',
        parent: async ({ startChild }, child) => {
          const run = await startChild(child, []);
          return await run.returnValue;
        },
      },
    });
    const parent = await harness.start('parent', workflow('quick'));
    await harness.start('quick');
    await expect(parent.returnValue).resolves.toBe('done');
    const { runs } = await listRuns({ parent: parent.runId });
    expect(runs).toMatchObject([{ workflowName: workflowIdOf('quick'), parentRunId: parent.runId }]);
  });

  it('refuses a misspelled condition, and a cursor that it did not make', async () => {
    await createHarness(code);
    await expect(listRuns({ stauts: 'failed' } as object)).rejects.toMatchObject({ code: 'option_unknown' });
    await expect(listRuns({ cursor: 'abc' })).rejects.toMatchObject({ code: 'world_cursor_invalid' });
    await expect(all(listRuns({ limit: 0 }))).rejects.toMatchObject({ code: 'option_invalid' });
  });
});

/** The runs of a list as soon as there are any. */
async function untilSome(
  world: { subscribe(listener: () => void): () => void },
  list: () => PromiseLike<{ runs: RunSummary[] }>,
): Promise<RunSummary[]> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = world.subscribe(resolve);
    const { runs } = await list();
    if (runs.length === 0) await promise;
    stop();
    if (runs.length > 0) return runs;
  }
}

describe('listSteps()', () => {
  it('gives the step calls in order, with what became of them', async () => {
    const gate = Promise.withResolvers<void>();
    const clock = new VirtualClock();
    const { start: begin, until } = await createHarness(
      {
        workflows: {
          main: async ({ step }) => {
            await step('add')(1, 2);
            await step('refuse')().catch(() => {});
            await step('wait')();
          },
        },
        steps: {
          add: (a: number, b: number) => a + b,
          refuse: () => {
            throw new FatalError('no');
          },
          wait: () => gate.promise,
        },
      },
      { clock },
    );
    const run = await begin('main');
    await until(run, (journal) => journal.filter(({ type }) => type === 'step_created').length === 3);
    const { steps, cursor } = await listSteps(run.runId);
    const now = new Date(clock.now());
    expect(cursor).toBeNull();
    expect(steps).toMatchObject([
      { stepName: 'step//./test//add', status: 'completed', attempt: 1, lastError: null, completedAt: now },
      { stepName: 'step//./test//refuse', status: 'failed', lastError: { name: 'FatalError', message: 'no' } },
      { stepName: 'step//./test//wait', status: 'pending', completedAt: null, retryAt: null, createdAt: now },
    ]);
    expect(steps.map(({ stepId }) => stepId)).toEqual([0, 1, 2].map((n) => `step_${run.runId.slice(5)}_${n}`));
    expect(steps[0]).not.toHaveProperty('input');
    const withValues = await listSteps(run.runId, { values: true, status: ['completed', 'pending'] });
    expect(withValues.steps).toMatchObject([{ input: [1, 2], result: 3 }, { input: [] }]);
    gate.resolve();
    await run.returnValue;
  });

  it('pages through ten thousand steps, each once, and decodes only those of the page', async () => {
    const { world } = await createHarness({ workflows: {} });
    const runId = 'wrun_01J00000000000000000000001' as RunId;
    await world.createRun({ runId, workflowId: 'w' as WorkflowId, owner: null, dueAt: null, events: longJournal() });
    const first = await listSteps(runId, { limit: 3, values: true });
    expect(first.steps.map(({ input, result }) => [input, result])).toEqual([0, 1, 2].map((n) => [[n], n * 2]));
    const second = await listSteps(runId, { limit: 3, cursor: first.cursor! });
    expect(second.steps.map(({ stepId }) => stepId.split('_').at(-1))).toEqual(['3', '4', '5']);
    const everything = await all(listSteps(runId, { limit: 1_000 }));
    expect(new Set(everything.map(({ stepId }) => stepId)).size).toBe(10_000);
    // The last result cannot be decoded: that is told in its place, and spoils nothing else.
    const values = await all(listSteps(runId, { limit: 1_000, values: true }));
    expect(values.at(-1)!.result).toBeInstanceOf(UnreadableValue);
    expect(JSON.stringify(values.at(-1)!.result)).toMatch(/cannot be read here: .*\[value_payload_invalid\]/);
    expect(values.at(-2)!.result).toBe(19_996);
  });

  it('refuses a cursor that it did not make', async () => {
    const { start: begin } = await createHarness({ workflows: { main: async () => {} } });
    const { runId } = await begin('main');
    await expect(listSteps(runId, { cursor: 'abc' })).rejects.toMatchObject({ code: 'query_cursor_invalid' });
  });
});

function longJournal(): JournalEvent[] {
  const at = Date.UTC(2030, 0, 1);
  const events: JournalEvent[] = [
    { seq: 1, at, type: 'run_created', workflowId: 'w' as WorkflowId, seed: 'ab', payload: '{"json":[]}' },
  ];
  for (let call = 0; call < 10_000; call++) {
    const result = call === 9_999 ? 'broken' : `{"json":${call * 2}}`;
    const seq = events.length + 1;
    events.push(
      { seq, at, type: 'step_created', call, name: 'step//a//b', payload: `{"json":[${call}]}` },
      { seq: seq + 1, at, type: 'step_completed', call, attempt: 1, startedAt: at, payload: result },
    );
  }
  return events;
}

describe('listWaits()', () => {
  it('gives the sleeps with their due times, and what became of them', async () => {
    const clock = new VirtualClock();
    const { start: begin, untilEvent } = await createHarness(
      {
        workflows: {
          main: async ({ sleep }) => {
            await Promise.race([sleep('1s'), sleep('1h')]);
            await sleep('1d');
          },
        },
      },
      { clock },
    );
    const run = await begin('main');
    const begun = clock.now();
    clock.advance(1_000);
    await untilEvent(run, 'wait_completed');
    const { waits } = await listWaits(run.runId);
    expect(waits.map(({ status, dueAt }) => [status, dueAt.getTime() - begun])).toEqual([
      ['completed', 1_000],
      ['pending', 3_600_000],
      ['pending', 86_401_000],
    ]);
    expect(waits[0]!.completedAt).toEqual(new Date(begun + 1_000));
    expect((await listWaits(run.runId, { status: 'pending', limit: 1 })).waits).toMatchObject([
      { correlationId: `step_${run.runId.slice(5)}_1` },
    ]);
  });
});

describe('listHooks()', () => {
  it('gives the open hooks of all runs or of one, page by page, and none that is closed', async () => {
    const { start: begin, untilEvent } = await createHarness({
      workflows: {
        main: async ({ createHook, createWebhook }, name) => {
          createHook({ token: `${name}-closed` }).dispose();
          const webhook = createWebhook();
          await createHook({ token: `${name}-open`, metadata: { name } });
          return webhook.url;
        },
      },
    });
    const a = await begin('main', 'a');
    const b = await begin('main', 'b');
    for (const run of [a, b]) await untilEvent(run, 'hook_created');
    const hooks = await all(listHooks({ limit: 1 }));
    expect(hooks.map(({ runId, isWebhook, metadata }) => [runId, isWebhook, metadata])).toEqual([
      [b.runId, true, undefined],
      [b.runId, false, { name: 'b' }],
      [a.runId, true, undefined],
      [a.runId, false, { name: 'a' }],
    ]);
    const own = await listHooks({ runId: a.runId });
    expect(own.hooks.map(({ token }) => token)).toEqual([expect.any(String), 'a-open']);
    await a.cancel();
    await a.returnValue.catch(() => {});
    await expect(listHooks({ runId: a.runId })).resolves.toEqual({ hooks: [], cursor: null });
  });
});

describe('listStreams()', () => {
  it('gives the streams that the code writes to, and none of the runtime', async () => {
    const { start: begin, world } = await createHarness({
      workflows: { main: async ({ step }) => await step('write')() },
      steps: {
        write: async () => {
          const [text, logs] = [getWritable().getWriter(), getWritable({ namespace: 'logs' }).getWriter()];
          await Promise.all([text.write('a'), text.write('b'), logs.write(1)]);
          await logs.close();
        },
      },
    });
    const run = await begin('main');
    await run.returnValue;
    expect(await listStreams(run.runId)).toEqual([
      { namespace: undefined, length: 2, isClosed: true },
      { namespace: 'logs', length: 1, isClosed: true },
    ]);
    expect((await world.listStreams(run.runId as RunId)).length).toBeGreaterThanOrEqual(2);
  });
});

describe('the journal of a run', () => {
  it('can be read by people: what happened when, to which step, with which value, without secrets', async () => {
    const { start: begin, journal } = await createHarness({
      workflows: {
        main: async ({ step, createHook }, n) => {
          createHook({ token: 'hidden-token' });
          return await step('double')(n);
        },
      },
      steps: { double: (n: number) => n * 2 },
    });
    const run = await begin('main', 21);
    await run.returnValue;
    const entries = await readRunJournal(run.runId);
    expect(entries.map(({ type }) => type)).toEqual((await journal(run)).map(({ type }) => type));
    const completed = entries.find(({ type }) => type === 'step_completed')!;
    expect(completed).toMatchObject({ stepName: 'step//./test//double', details: { attempt: 1 } });
    expect(completed.readValue()).toBe(42);
    expect(entries[0]!.readValue()).toEqual([21]);
    const created = (await journal(run))[0]!;
    const shown = JSON.stringify(entries);
    expect(shown).not.toContain('hidden-token');
    expect(shown).not.toContain(created.type === 'run_created' ? created.seed : '');
  });
});

describe('lists of a run that is not there', () => {
  it('say so', async () => {
    await createHarness({ workflows: {} });
    for (const list of [listSteps, listWaits, listStreams, readRunJournal]) {
      await expect(list(UNKNOWN_RUN)).rejects.toThrow(WorkflowRunNotFoundError);
      await expect(list('order-7')).rejects.toMatchObject({ code: 'run_id_invalid' });
    }
    await expect(listHooks({ runId: UNKNOWN_RUN })).resolves.toEqual({ hooks: [], cursor: null });
  });
});
