/** Attributes that a run changes itself, and that its steps and callers outside change. */
import { expect, it } from 'vitest';
import { getRun, listRuns, resumeHook, start } from '../../runtime/entries/api.ts';
import { getStepMetadata, RetryableError, setAttributes } from '../../runtime/entries/workflow.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import { workflowIdOf } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

const runIds = async (attributes: Record<string, string | number | boolean>): Promise<string[]> =>
  (await listRuns({ attributes })).runs.map(({ runId }) => runId);

it('a run is found by the attributes that its code sets, and no longer by those that it takes away', async () => {
  const harness = await createHarness({
    workflows: {
      main: async ({ setAttributes, step, createHook }) => {
        setAttributes({ stage: 'new' });
        await step('work')();
        setAttributes({ stage: 'paid', total: 12, draft: undefined });
        await createHook({ token: 'end' });
      },
    },
    steps: { work: () => null },
  });
  const run = await start({ workflowId: workflowIdOf('main') }, [], { attributes: { shop: 'berlin', draft: true } });
  await harness.untilEvent(run, 'hook_created');
  await expect(getRun(run.runId).attributes).resolves.toEqual({ shop: 'berlin', stage: 'paid', total: 12 });
  await expect(runIds({ stage: 'paid', shop: 'berlin' })).resolves.toEqual([run.runId]);
  await expect(runIds({ total: 12 })).resolves.toEqual([run.runId]);
  await expect(runIds({ stage: 'new' })).resolves.toEqual([]);
  await expect(runIds({ draft: true })).resolves.toEqual([]);
  await expect(checkStore(harness.world)).resolves.toEqual([]);
  await run.cancel();
});

it('they stay when the run begins anew, and a copy of it has them', async () => {
  const harness = await createHarness({
    workflows: {
      main: async ({ setAttributes, continueAs, sleep }, round: number) => {
        setAttributes({ [`round${round}`]: true });
        if (round < 2) return await continueAs([round + 1]);
        await sleep('1h');
      },
    },
  });
  const run = await harness.start('main', 1);
  await harness.untilEvent(run, 'wait_created');
  await expect(run.attributes).resolves.toEqual({ round1: true, round2: true });
  const fork = await run.fork();
  await expect(fork.attributes).resolves.toEqual({ round1: true, round2: true });
  await Promise.all([run.cancel(), fork.cancel()]);
});

it('mistakes are errors at the call, and change nothing', async () => {
  const { start } = await createHarness({
    workflows: {
      main: async ({ setAttributes }) => {
        const many = Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`a${n}`, n]));
        return ['text', { stage: { at: 1 } }, { '': 1 }, { n: Infinity }, many].map((given) => {
          try {
            return setAttributes(given as {});
          } catch (error) {
            return (error as { code: string }).code;
          }
        });
      },
    },
  });
  const run = await start('main');
  await expect(run.returnValue).resolves.toEqual(Array.from({ length: 5 }, () => 'option_invalid'));
  await expect(run.attributes).resolves.toEqual({});
  expect(() => setAttributes({ stage: 'x' })).toThrow(/context_not_durable/);
});

const changesOf = (journal: readonly JournalEvent[]): unknown[] =>
  journal.filter((event) => event.type === 'attributes_changed').map((event) => event.attributes);

it('a step changes them while it runs, and an attempt that is made again leaves no second event', async () => {
  const gate = Promise.withResolvers<void>();
  const harness = await createHarness({
    workflows: { main: async ({ step }) => await step('load')() },
    steps: {
      async load() {
        const { attempt } = getStepMetadata();
        setAttributes({ progress: 10, phase: 'read', draft: null });
        if (attempt === 1) throw new RetryableError('once more', { retryAfter: 0 });
        await gate.promise;
        setAttributes({ progress: 100 });
        return attempt;
      },
    },
  });
  const run = await start({ workflowId: workflowIdOf('main') }, [], { attributes: { draft: true } });
  await harness.until(run, (journal) => journal.some(({ type }) => type === 'step_retrying'));
  await expect(run.attributes).resolves.toEqual({ progress: 10, phase: 'read' });
  await expect(runIds({ phase: 'read' })).resolves.toEqual([run.runId]);
  gate.resolve();
  await expect(run.returnValue).resolves.toBe(2);
  await expect(run.attributes).resolves.toEqual({ progress: 100, phase: 'read' });
  expect(changesOf(await harness.journal(run))).toEqual([
    { progress: 10, phase: 'read', draft: null },
    { progress: 100 },
  ]);
  await expect(checkStore(harness.world)).resolves.toEqual([]);
});

it('a caller outside changes those of a run that sleeps, once however often it says so, and not of one that ended', async () => {
  const harness = await createHarness({
    workflows: {
      main: async ({ setAttributes, continueAs, createHook }, round: number) => {
        if (round < 2) {
          setAttributes({ round });
          await createHook({ token: 'first' });
          return await continueAs([round + 1]);
        }
        return await createHook({ token: 'end' });
      },
    },
  });
  const run = await harness.start('main', 1);
  await harness.untilEvent(run, 'hook_created');
  await run.setAttributes({ owner: 'ada', round: undefined });
  await harness.untilEvent(run, 'attributes_changed');
  await expect(runIds({ owner: 'ada' })).resolves.toEqual([run.runId]);
  await resumeHook('first', null);
  await harness.until(run, (journal) =>
    journal.some((event) => event.type === 'hook_created' && event.token === 'end'),
  );
  await run.setAttributes({ owner: 'ada' });
  await run.setAttributes({ owner: 'grace' });
  await harness.untilEvent(run, 'attributes_changed');
  const journal = await harness.until(run, (events) => changesOf(events).length > 0);
  expect(journal.find(({ type }) => type === 'run_continued')).toMatchObject({ attributes: { owner: 'ada' } });
  expect(changesOf(journal)).toEqual([{ owner: 'grace' }]);
  await resumeHook('end', 'done');
  await expect(run.returnValue).resolves.toBe('done');
  const fork = await run.fork();
  await expect(fork.attributes).resolves.toEqual({ owner: 'grace' });
  await expect(run.setAttributes({ owner: 'late' })).rejects.toThrow(/has ended|completed/);
  await expect(run.attributes).resolves.toEqual({ owner: 'grace' });
});

it('a delayed run takes them before it starts, and too many are refused outside and in steps', async () => {
  const harness = await createHarness({
    workflows: { main: async ({ step }) => await step('set')().catch((error: { code: string }) => error.code) },
    steps: { set: () => setAttributes({ one: 1, two: 2 }) },
  });
  const attributes = Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`a${n}`, n]));
  const run = await start({ workflowId: workflowIdOf('main') }, [], { attributes, delay: '1h' });
  await run.setAttributes({ a0: 'other' });
  await harness.untilEvent(run, 'attributes_changed');
  await expect(run.status).resolves.toBe('pending');
  await expect(runIds({ a0: 'other' })).resolves.toEqual([run.runId]);
  await expect(run.setAttributes({ one: 1, two: 2 })).rejects.toMatchObject({ code: 'option_invalid' });
  await expect(run.setAttributes({ stage: {} as never })).rejects.toMatchObject({ code: 'option_invalid' });
  await run.wakeUp();
  await expect(run.returnValue).resolves.toBe('option_invalid');
});
