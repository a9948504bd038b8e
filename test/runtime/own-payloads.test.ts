/** Payloads for runs of this process: they go into one commit with what the run does next. */
import { expect, it, vi } from 'vitest';
import { resumeHook } from '../../runtime/entries/api.ts';
import { createWorld } from '../../runtime/world/open.ts';
import { createHarness } from './harness.ts';

/** Waits in memory, also where the suite replays at every wait. */
const env = { WORKFLOW_LIVE_RUNS: '10' };

it('are stored by the commit that brings the next step', async () => {
  const world = await createWorld({ kind: 'memory' });
  await world.open();
  const { start, untilEvent, until, journal } = await createHarness(
    {
      workflows: {
        main: async ({ createHook, step }) => {
          for await (const n of createHook({ token: 'here' })) if (!(await step('goesOn')(n))) return 'done';
        },
      },
      steps: { goesOn: (n: number) => n > 0 },
    },
    { world, env },
  );
  const deliver = vi.spyOn(world, 'deliverToHook');
  const commit = vi.spyOn(world, 'commit');
  const run = await start('main');
  await untilEvent(run, 'hook_created');
  commit.mockClear();
  await expect(resumeHook('here', 1)).resolves.toEqual({ runId: run.runId });
  await until(run, (events) => events.some(({ type }) => type === 'step_completed'));
  expect(deliver).not.toHaveBeenCalled();
  expect(commit.mock.calls.map(([{ events }]) => events.map(({ type }) => type))).toEqual([
    ['hook_received', 'step_created'],
    ['step_completed'],
  ]);
  await resumeHook('here', 0);
  await expect(run.returnValue).resolves.toBe('done');
  expect((await journal(run)).filter(({ type }) => type === 'hook_received')).toHaveLength(2);
});

it('a hook that takes one payload takes the first of two that come at once, and the second is told so', async () => {
  const { start, untilEvent } = await createHarness(
    { workflows: { main: async ({ createHook }) => await createHook({ token: 'one', once: true }) } },
    { env },
  );
  const run = await start('main');
  await untilEvent(run, 'hook_created');
  const answers = await Promise.allSettled([resumeHook('one', 'first'), resumeHook('one', 'second')]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(answers[1]).toMatchObject({ reason: { code: 'hook_not_found' } });
  await expect(run.returnValue).resolves.toBe('first');
});

it('a payload that another process left in the store before comes first, and both are taken once', async () => {
  const world = await createWorld({ kind: 'memory' });
  await world.open();
  const { start, untilEvent } = await createHarness(
    {
      workflows: {
        main: async ({ createHook }) => {
          const hook = createHook({ token: 'both' });
          return [await hook, await hook, await hook];
        },
      },
    },
    { world, env },
  );
  const run = await start('main');
  await untilEvent(run, 'hook_created');
  // This process does not hear of it, as of a change by another process that it has not looked for yet.
  const [left] = await Promise.all([
    world.deliverToHook('both', '{"json":"left"}', 0),
    resumeHook('both', 'handed over'),
  ]);
  expect(left).toMatchObject({ ok: true });
  await resumeHook('both', 'last');
  await expect(run.returnValue).resolves.toEqual(['left', 'handed over', 'last']);
});

it('a payload that comes while the run ends is refused, as any that comes later', async () => {
  const world = await createWorld({ kind: 'memory' });
  await world.open();
  const { start, untilEvent } = await createHarness(
    { workflows: { main: async ({ createHook }) => await createHook({ token: 'last' }) } },
    { world, env },
  );
  const run = await start('main');
  await untilEvent(run, 'hook_created');
  const late = Promise.withResolvers<unknown>();
  late.promise.catch(() => {});
  const commit = world.commit.bind(world);
  vi.spyOn(world, 'commit').mockImplementationOnce(async (last) => {
    // The run is about to end by the first payload.
    late.resolve(resumeHook('last', 'late'));
    await new Promise(setImmediate);
    return await commit(last);
  });
  await expect(resumeHook('last', 'first')).resolves.toEqual({ runId: run.runId });
  await expect(run.returnValue).resolves.toBe('first');
  await expect(late.promise).rejects.toMatchObject({ code: 'hook_not_found' });
});
