import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../runtime/world/world.ts';
import type { BuildId, RunId, WorkflowId } from '../../runtime/contract/ids.ts';
import { createHarness, type Harness } from './harness.ts';
import type { TestCode } from './build-from-functions.ts';

const workflows: TestCode['workflows'] = {
  main: async ({ createHook, step }) => {
    await createHook({ token: 'go' });
    return await step('work')();
  },
};

async function untilParked({ world }: Harness, run: { runId: string }): Promise<RunRecord> {
  for (;;) {
    const record = await world.readRun(run.runId as RunId);
    if (record?.parked) return record;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('a deployment', () => {
  it('leaves a run on the workflow code it began with', async () => {
    const harness = await createHarness({
      workflows: { main: async ({ createHook }) => ['old', await createHook({ token: 'go' })] },
      version: '1',
    });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'hook_created');
    await harness.deploy({ workflows: { main: async () => 'new' }, version: '2' });
    const next = await harness.start('main');
    await expect(next.returnValue).resolves.toBe('new');
    await harness.world.deliverToHook('go', '["payload"]', Date.now());
    await expect(run.returnValue).resolves.toEqual(['old', 'payload']);
  });

  it('without a step lets the steps that are running finish, and executes none of them again', async () => {
    const gate = Promise.withResolvers<string>();
    let executed = 0;
    const both: TestCode['workflows'] = {
      main: async ({ step }) => await Promise.all([step('there')(), step('missing')()]),
    };
    const there = () => {
      executed += 1;
      return gate.promise;
    };
    const harness = await createHarness({ workflows: both, steps: { there } });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'step_started');
    gate.resolve('here');
    await untilParked(harness, run);
    await harness.deploy({ workflows: both, steps: { there, missing: () => 'back' } });
    await expect(run.returnValue).resolves.toEqual(['here', 'back']);
    expect(executed).toBe(1);
  });

  it('without a step that a run needs parks the run with the reason, until the step is back', async () => {
    const harness = await createHarness({ workflows, steps: { work: () => 'done' } });
    const run = await harness.start('main');
    await harness.untilEvent(run, 'hook_created');
    await harness.deploy({ workflows });
    await harness.world.deliverToHook('go', '[1]', Date.now());
    const { parked, status } = await untilParked(harness, run);
    expect(status).toBe('running');
    expect(parked).toMatchObject({ code: 'step_code_missing', message: expect.stringContaining('step//./test//work') });
    await harness.deploy({ workflows, steps: { work: () => 'done later' } });
    await expect(run.returnValue).resolves.toBe('done later');
  });

  it('leaves a run whose code is missing alone until its pause is over, also when a message waits for it', async () => {
    const harness = await createHarness({ workflows });
    const runId = 'wrun_00000000000000000000000001' as RunId;
    const workflowId = 'workflow//./test//main' as WorkflowId;
    const at = Date.now();
    const created = { type: 'run_created', seq: 1, at, workflowId, seed: 'ab', payload: '{"json":[]}' } as const;
    const started = { type: 'run_started', seq: 2, at, buildId: 'lost' as BuildId } as const;
    await harness.world.createRun({ runId, workflowId, owner: null, dueAt: at, events: [created, started] });
    await harness.world.deliver(runId, { type: 'cancel' }, Date.now());
    const { parked, dueAt } = await untilParked(harness, { runId });
    expect(parked).toMatchObject({ code: 'bundle_missing' });
    expect(dueAt).toBeGreaterThan(Date.now());
    await expect(harness.world.readInbox(runId)).resolves.toHaveLength(1);
  });
});
