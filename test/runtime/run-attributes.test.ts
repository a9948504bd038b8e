/** Attributes that a run changes itself. */
import { expect, it } from 'vitest';
import { getRun, listRuns, start } from '../../runtime/entries/api.ts';
import { setAttributes } from '../../runtime/entries/workflow.ts';
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
  expect(() => setAttributes({ stage: 'x' })).toThrow(/context_not_in_workflow/);
});
