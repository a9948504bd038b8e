/** `start()` with a build of its choice. */
import { describe, expect, it } from 'vitest';
import { getRun, listRuns, start } from '../../runtime/entries/api.ts';
import { workflowIdOf, type TestCode } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

const first: TestCode = {
  workflows: {
    main: async ({ sleep, step }) => {
      await sleep(1);
      return ['first', await step('say')()];
    },
    gone: async () => 'only in the first build',
  },
  steps: { say: () => 'old step' },
};
const second: TestCode = {
  workflows: {
    main: async ({ step }) => ['second', await step('say')()],
    fresh: async () => 'only in the second build',
  },
  steps: { say: () => 'new step' },
};
const main = { workflowId: workflowIdOf('main') };

/** Two builds one after the other; a run of each has shown its id. */
async function deployTwice() {
  const { deploy, world, journal, runtime } = await createHarness(first);
  const begin = async (): Promise<string> => {
    const run = await start(main, []);
    await run.returnValue;
    return (await run.summary()).buildId!;
  };
  const older = await begin();
  await deploy(second);
  return { older, newer: await begin(), world, journal, runtime };
}

describe('a run', () => {
  it('begins with the build that it was started with, and calls the newest steps, as all older runs do', async () => {
    const { older, newer, journal } = await deployTwice();
    expect(older).not.toBe(newer);
    const run = await start(main, [], { deploymentId: older });
    await expect(run.returnValue).resolves.toEqual(['first', 'new step']);
    expect((await run.summary()).buildId).toBe(older);
    expect(await journal(run)).toContainEqual(expect.objectContaining({ type: 'run_started', buildId: older }));
    const gone = await start({ workflowId: workflowIdOf('gone') }, [], { deploymentId: older });
    await expect(gone.returnValue).resolves.toBe('only in the first build');
  });

  it('begins with the newest build where that is said, or nothing', async () => {
    const { newer } = await deployTwice();
    for (const options of [{}, { deploymentId: 'latest' }, { deploymentId: newer }]) {
      const run = await start(main, [], options);
      await expect(run.returnValue).resolves.toEqual(['second', 'new step']);
      expect((await run.summary()).buildId).toBe(newer);
    }
  });

  it('begins in a process that has only the newer code, when its time has come', async () => {
    const { older, world, runtime } = await deployTwice();
    const { runId } = await start(main, [], { deploymentId: older, delay: '1h' });
    expect((await listRuns({ status: 'pending' })).runs).toMatchObject([{ runId, buildId: older }]);
    await runtime.drain();
    await createHarness(second, { world });
    await getRun(runId).wakeUp();
    await expect(getRun(runId).returnValue).resolves.toEqual(['first', 'new step']);
  });
});

it.each([
  ['an unknown build', { deploymentId: 'no-such-build' }, 'bundle_missing'],
  ['something else than a build', { deploymentId: 7 as never }, 'start_option_invalid'],
])('nothing is started on %s', async (_what, options, code) => {
  await createHarness(first);
  await expect(start(main, [], options)).rejects.toMatchObject({ code });
  expect((await listRuns()).runs).toEqual([]);
});

it('nothing is started on a build that has no such workflow', async () => {
  const { older } = await deployTwice();
  const fresh = { workflowId: workflowIdOf('fresh') };
  await expect(start(fresh, [], { deploymentId: older })).rejects.toMatchObject({
    code: 'workflow_code_missing',
    workflowName: fresh.workflowId,
  });
});
