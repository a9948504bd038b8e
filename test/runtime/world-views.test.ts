/** `getWorld().runs`, `.steps`, `.events`, `.hooks`, and `workflow/observability`, which shows their values. */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { resumeHook, start } from '../../runtime/entries/api.ts';
import {
  hydrateData,
  hydrateResourceIO,
  observabilityRevivers,
  parseStepName,
} from '../../runtime/entries/observability.ts';
import { getWorld } from '../../runtime/entries/runtime.ts';
import { workflowIdOf, type TestCode } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

const SECRET = 'card 4111';
const code: TestCode = {
  workflows: {
    pay: async ({ step }, card: string) => await step('charge')(card, new Date(5)),
    fail: async ({ step }) => await step('refuse')(),
    wait: async ({ createHook }) => await createHook({ token: 'tok-secret', metadata: { of: 'card 4111' } }),
  },
  steps: {
    charge: (card: string) => ({ card, at: new Map([[1, SECRET]]) }),
    refuse: Object.assign(() => Promise.reject(new TypeError('no money')), { maxRetries: 0 }),
  },
};

describe('runs', () => {
  it('come with sealed values, which nothing shows before they are opened', async () => {
    const { start: begin } = await createHarness(code);
    const { runId, returnValue } = await begin('pay', SECRET);
    await returnValue;
    const run = await getWorld().runs.get(runId);
    expect(run).toMatchObject({ runId, status: 'completed', workflowName: workflowIdOf('pay'), error: undefined });
    expect(run.deploymentId).toBe(run.buildId);
    expect(JSON.stringify(run) + inspect(run, { showHidden: true, depth: 9 })).not.toContain('4111');
    const { input, output } = hydrateResourceIO(run, observabilityRevivers);
    expect(input).toEqual([SECRET]);
    expect(output).toEqual({ card: SECRET, at: new Map([[1, SECRET]]) });
    expect(hydrateData(run.output)).toEqual(output);
  });

  it('tell why they failed, in the words of other packages, too', async () => {
    const { start: begin } = await createHarness(code);
    const run = await begin('fail');
    await expect(run.returnValue).rejects.toThrow('no money');
    const { error, output } = await getWorld().runs.get(run.runId);
    expect(error).toMatchObject({ name: 'TypeError', message: 'no money', code: 'USER_ERROR' });
    expect(output).toBeUndefined();
  });

  it('are listed by pages, without values where nobody wants them', async () => {
    const { start: begin } = await createHarness(code);
    for (const name of ['pay', 'fail', 'pay']) await (await begin(name, 'x')).returnValue.catch(() => {});
    const { runs } = getWorld();
    const first = await runs.list({ pagination: { limit: 2 }, resolveData: 'none' });
    expect(first).toMatchObject({
      hasMore: true,
      data: [{ input: undefined }, { status: 'failed', error: undefined }],
    });
    const last = await runs.list({ pagination: { cursor: first.cursor } });
    expect(last).toMatchObject({ hasMore: false, cursor: undefined });
    expect(last.data.map((run) => hydrateData(run.input))).toEqual([['x']]);
    const failed = await runs.list({ workflowName: workflowIdOf('fail'), status: 'failed' });
    expect(failed.data).toHaveLength(1);
  });

  it('are cancelled by the event of that name', async () => {
    const { start: begin, untilEvent } = await createHarness(code);
    const run = await begin('wait');
    await untilEvent(run, 'hook_created');
    const { run: told } = await getWorld().events.create(run.runId, { eventType: 'run_cancelled' });
    expect(told.runId).toBe(run.runId);
    await expect(run.returnValue).rejects.toMatchObject({ code: 'run_cancelled' });
    await expect(getWorld().events.create(run.runId, { eventType: 'run_cancelled' })).rejects.toMatchObject({
      code: 'run_already_ended',
      status: 'cancelled',
    });
  });
});

describe('steps', () => {
  it('come with their arguments and results', async () => {
    const { start: begin } = await createHarness(code);
    const run = await begin('pay', SECRET);
    await run.returnValue;
    const { steps } = getWorld();
    const { data, hasMore } = await steps.list({ runId: run.runId });
    expect(hasMore).toBe(false);
    expect(data.map((step) => parseStepName(step.stepName)?.shortName)).toEqual(['charge']);
    expect(JSON.stringify(data)).not.toContain('4111');
    expect(hydrateResourceIO(data[0]!).input).toEqual([SECRET, new Date(5)]);
    const same = await steps.get(undefined, data[0]!.stepId);
    expect(hydrateResourceIO(same).output).toMatchObject({ card: SECRET });
    const bare = await steps.get(run.runId, data[0]!.stepId, { resolveData: 'none' });
    expect(bare).toMatchObject({ status: 'completed', input: undefined, output: undefined });
    await expect(steps.get(run.runId, `${data[0]!.stepId}9`)).rejects.toMatchObject({ code: 'step_not_found' });
  });

  it('tell why they failed', async () => {
    const { start: begin } = await createHarness(code);
    const run = await begin('fail');
    await run.returnValue.catch(() => {});
    const { data } = await getWorld().steps.list({ runId: run.runId, resolveData: 'none' });
    expect(data).toMatchObject([{ status: 'failed', error: { name: 'TypeError', message: 'no money' } }]);
  });
});

describe('events', () => {
  it('are the journal, by pages, with sealed values under the names of other packages', async () => {
    const { start: begin } = await createHarness(code);
    const { runId, returnValue } = await begin('pay', SECRET);
    await returnValue;
    const { events } = getWorld();
    const first = await events.list({ runId, pagination: { limit: 3 } });
    const rest = await events.list({ runId, pagination: { cursor: first.cursor } });
    const all = [...first.data, ...rest.data];
    expect(JSON.stringify(all)).not.toContain('4111');
    const shown = all.map((event) => [event.eventType, hydrateResourceIO(event).eventData] as const);
    expect(Object.fromEntries(shown)).toMatchObject({
      run_created: { input: [SECRET] },
      step_created: { input: [SECRET, new Date(5)] },
      step_completed: { result: { card: SECRET }, stepName: 'step//./test//charge' },
      run_completed: { output: { card: SECRET } },
    });
    const step = all.find(({ eventType }) => eventType === 'step_completed')!;
    await expect(events.get(runId, step.eventId)).resolves.toMatchObject({ eventType: 'step_completed' });
    await expect(events.get(runId, 'evnt_0')).rejects.toMatchObject({ code: 'entry_not_found' });
    const ofStep = await events.listByCorrelationId({ correlationId: step.correlationId! });
    expect(ofStep.data.map(({ eventType }) => eventType)).toEqual(['step_created', 'step_completed']);
  });
});

describe('hooks', () => {
  it('are found by id and by token, and no event tells their token', async () => {
    const { start: begin, untilEvent } = await createHarness(code);
    const run = await begin('wait');
    await untilEvent(run, 'hook_created');
    const { hooks, events } = getWorld();
    const { data } = await hooks.list({ runId: run.runId });
    const [{ hookId }] = data as [(typeof data)[number]];
    await expect(hooks.get(hookId)).resolves.toMatchObject({ runId: run.runId, metadata: { of: SECRET } });
    await expect(hooks.getByToken('tok-secret')).resolves.toMatchObject({ hookId });
    const journal = await events.list({ runId: run.runId });
    const created = journal.data.find(({ correlationId }) => correlationId === hookId)!;
    expect(hydrateResourceIO(created).eventData).toMatchObject({ metadata: { of: SECRET } });
    expect(JSON.stringify(journal.data.map((event) => hydrateResourceIO(event)))).not.toContain('tok-secret');
    await resumeHook('tok-secret', 1);
    await run.returnValue;
    await expect(hooks.get(hookId)).rejects.toMatchObject({ code: 'entry_not_found' });
  });
});

it.each([
  ['runs.list', () => getWorld().runs.list({ resolvedata: 'none' } as object), 'option_unknown'],
  ['runs.list', () => getWorld().runs.list({ resolveData: 'some' } as object), 'option_invalid'],
  ['runs.list', () => getWorld().runs.list({ pagination: { limit: 0 } }), 'option_invalid'],
  ['events.create', () => getWorld().events.create('wrun_x', { eventType: 'run_failed' } as never), 'option_invalid'],
  ['steps.list', () => getWorld().steps.list({} as never), 'run_id_invalid'],
])('a mistake in the options of %s is an error, and never a wider result', async (_call, list, reason) => {
  await createHarness(code);
  await expect(list()).rejects.toMatchObject({ code: reason });
});

it('is one handle for the process, which views do not change', async () => {
  const { runtime } = await createHarness(code);
  expect(getWorld()).toBe(getWorld());
  expect(getWorld().drainMs).toBe(runtime.drainMs);
  await expect(start({ workflowId: workflowIdOf('nobody') }, [])).resolves.toBeDefined();
});
