import { expect, it } from 'vitest';
import { actAs } from '../../runtime/api/acting.ts';
import { start } from '../../runtime/entries/api.ts';
import { workflowIdOf } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

it('the journal of a run names who started it, and not those that its steps start', async () => {
  const { start: begin, journal } = await createHarness({
    workflows: { main: async ({ step }) => await step('begin')(), other: async () => 1 },
    steps: { begin: async () => (await start({ workflowId: workflowIdOf('other') })).runId },
  });
  const run = await actAs('ann', () => begin('main'));
  const runId = (await run.returnValue) as string;
  const actors = async (of: { runId: string }) => (await journal(of)).map((event) => 'by' in event && event.by);
  expect((await actors(run)).filter(Boolean)).toEqual(['ann']);
  expect((await actors({ runId })).filter(Boolean)).toEqual([]);
});
