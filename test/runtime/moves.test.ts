import { describe, expect, it } from 'vitest';
import { createHarness } from './harness.ts';
import type { TestCode } from './build-from-functions.ts';

const before: TestCode['workflows'] = {
  main: async ({ step, createHook }) => {
    const first = await step('work')('a');
    await createHook({ token: 'go' });
    return [first, 'old'];
  },
};
const fitting: TestCode['workflows'] = {
  main: async ({ step, createHook, patched }) => {
    const first = await step('work')('a');
    if (patched('greet')) await step('work')('greet');
    await createHook({ token: 'go' });
    return [first, 'new', patched('greet'), patched('later')];
  },
};
const steps = { work: (name: string) => name.toUpperCase() };

describe('moveTo()', () => {
  it('has a waiting run go on with newer code that fits', async () => {
    const harness = await createHarness({ workflows: before, steps });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'hook_created');
    await harness.deploy({ workflows: fitting, steps });
    await expect(run.moveTo({ dryRun: true })).resolves.toMatchObject({ fits: true, moved: false });
    await expect(run.moveTo()).resolves.toMatchObject({ fits: true, moved: true });
    await harness.world.deliverToHook('go', '[1]', Date.now());
    await expect(run.returnValue).resolves.toEqual(['A', 'new', false, true]);
  });

  it('says what does not fit, with expected and found, and leaves the run as it is', async () => {
    const harness = await createHarness({ workflows: before, steps });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'hook_created');
    await harness.deploy({ workflows: { main: async ({ sleep }) => await sleep('1h') }, steps });
    await expect(run.moveTo()).resolves.toMatchObject({
      fits: false,
      moved: false,
      problem: { code: 'run_diverged', message: expect.stringMatching(/has a call of the step .* asked for a sleep/) },
    });
    await harness.world.deliverToHook('go', '[1]', Date.now());
    await expect(run.returnValue).resolves.toEqual(['A', 'old']);
  });

  it('frees a run that is parked because its own code is lost', async () => {
    const harness = await createHarness({ workflows: before, steps });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'hook_created');
    await harness.deploy({ workflows: fitting, steps });
    const [first, second] = await Promise.all([run.moveTo(), run.moveTo()]);
    expect([first.moved, second.moved]).toEqual([true, true]);
    const moves = (await harness.journal(run)).filter(({ type }) => type === 'run_moved');
    expect(moves).toHaveLength(1);
    await run.cancel();
  });
});

describe('patched()', () => {
  it('is true for new runs, on replay too', async () => {
    const harness = await createHarness({ workflows: fitting, steps });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'hook_created');
    await harness.world.deliverToHook('go', '[1]', Date.now());
    await expect(run.returnValue).resolves.toEqual(['A', 'new', true, true]);
    expect((await harness.journal(run)).filter(({ type }) => type === 'patched')).toHaveLength(2);
  });
});
