import { describe, expect, it } from 'vitest';
import { getRun } from '../../runtime/api/run.ts';
import type { RunId, WorkflowId } from '../../runtime/contract/ids.ts';
import { CURRENT_BEHAVIOUR } from '../../runtime/journal/behaviours.ts';
import type { JournalEvent, RunContinued, RunCreated } from '../../runtime/journal/events.ts';
import type { RunRecord } from '../../runtime/world/world.ts';
import { workflowIdOf, type TestCode } from './build-from-functions.ts';
import { createHarness, type Harness } from './harness.ts';

const NEWER = CURRENT_BEHAVIOUR + 1;
const RUN = 'wrun_00000000000000000000000001' as RunId;

/** Stores a run as another version of the package has written it. */
async function storeRun(harness: Harness, fields: Partial<RunCreated>, ...more: JournalEvent[]): Promise<RunId> {
  const at = Date.now();
  const workflowId = workflowIdOf('main') as WorkflowId;
  const payload = '{"json":[]}';
  const created: RunCreated = { type: 'run_created', seq: 1, at, workflowId, seed: 'ab', payload, ...fields };
  await harness.world.createRun({ runId: RUN, workflowId, owner: null, dueAt: at, events: [created, ...more] });
  return RUN;
}

async function untilParked({ world }: Harness, runId: string): Promise<RunRecord> {
  for (;;) {
    const changed = Promise.withResolvers<void>();
    const stop = world.subscribe(() => changed.resolve());
    const record = await world.readRun(runId as RunId);
    if (!record?.parked) await changed.promise;
    stop();
    if (record?.parked) return record;
  }
}

const versions = (journal: readonly JournalEvent[]): (number | undefined)[] =>
  journal
    .filter((event): event is RunCreated | RunContinued => /^run_(created|continued)$/.test(event.type))
    .map(({ behaviour }) => behaviour);

const waiting: TestCode['workflows'] = {
  main: async ({ step, createHook }) => [await step('work')(), await createHook({ token: 'go' })],
};
const rounds: TestCode['workflows'] = {
  main: async ({ continueAs }, round = 1) => (round === 2 ? 'done' : await continueAs([2])),
};
const steps = { work: () => 'worked' };

describe('the behaviour that a journal was written under', () => {
  it('is the newest for a new run, its children, and each part after continueAs()', async () => {
    const harness = await createHarness({
      workflows: {
        ...rounds,
        parent: async ({ startChild }) => {
          const child = await startChild({ workflowId: 'workflow//./test//main' }, []);
          return [child.runId, await child.returnValue];
        },
      },
    });
    const parent = await harness.start('parent');
    const [childId, result] = (await parent.returnValue) as [string, string];
    expect(result).toBe('done');
    expect(versions(await harness.journal(parent))).toEqual([CURRENT_BEHAVIOUR]);
    expect(versions(await harness.journal({ runId: childId }))).toEqual([CURRENT_BEHAVIOUR, CURRENT_BEHAVIOUR]);
  });

  it('is version 1 for a run that says none; the run goes on, and is of the newest version when it begins anew', async () => {
    const harness = await createHarness({ workflows: rounds });
    const runId = await storeRun(harness, {});
    await expect(getRun(runId).returnValue).resolves.toBe('done');
    expect(versions(await harness.journal({ runId }))).toEqual([undefined, CURRENT_BEHAVIOUR]);
  });

  it('goes with the history into a fork, and stays when the run moves to another build', async () => {
    const harness = await createHarness({ workflows: waiting, steps, version: '1' });
    const runId = await storeRun(harness, {});
    await harness.untilEvent({ runId }, 'hook_created');
    await harness.deploy({ workflows: waiting, steps, version: '2' });
    await expect(getRun(runId).moveTo()).resolves.toMatchObject({ moved: true });
    await harness.world.deliverToHook('go', '["payload"]', Date.now());
    await expect(getRun(runId).returnValue).resolves.toEqual(['worked', 'payload']);
    const copy = await getRun(runId).fork();
    await expect(copy.returnValue).resolves.toEqual(['worked', 'payload']);
    expect(versions(await harness.journal({ runId }))).toEqual([undefined]);
    expect(versions(await harness.journal(copy))).toEqual([undefined]);
  });
});

it('a value that was stored without its class goes on like that in a run of before, and is refused in a new one', async () => {
  const harness = await createHarness({
    workflows: {
      main: async ({ step }) => {
        class Basket extends Map<string, number> {}
        const grown = await step('echo')(new ArrayBuffer(1, { maxByteLength: 9 }));
        const basket = await step('echo')(new Basket([['a', 1]])).catch((error: { code: string }) => error.code);
        return [grown.maxByteLength, basket];
      },
    },
    steps: { echo: (value: unknown) => value },
  });
  const runId = await storeRun(harness, { behaviour: 3 });
  await expect(getRun(runId).returnValue).resolves.toEqual([1, new Map([['a', 1]])]);
  await expect((await harness.start('main')).returnValue).resolves.toEqual([9, 'value_not_serializable']);
});

it('an error of a package is stored with what it inherits by a new run, and without it by a run of before', async () => {
  const harness = await createHarness({
    workflows: {
      main: async ({ step }) => {
        class HttpError extends Error {}
        Object.assign(HttpError.prototype, { status: 402 });
        const error = new HttpError('pay');
        Object.defineProperty(error, 'message', { enumerable: true });
        return await step('keysOf')(error);
      },
    },
    steps: { keysOf: (error: Error) => Object.keys(error) },
  });
  const runId = await storeRun(harness, { behaviour: 6 });
  await expect(getRun(runId).returnValue).resolves.toEqual([]);
  await expect((await harness.start('main')).returnValue).resolves.toEqual(['message', 'status']);
});

describe('a run whose journal is of a newer version', () => {
  it('is parked with the reason before any of its code or steps run, also when messages wait for it', async () => {
    let executed = 0;
    const harness = await createHarness({ workflows: waiting, steps: { work: () => (executed += 1) } });
    const at = Date.now();
    const started = { type: 'run_started', seq: 2, at, buildId: 'elsewhere' as never } as const;
    const asked = { type: 'step_created', seq: 3, at, call: 0, name: 'step//./test//work', payload: '{}' } as const;
    const runId = await storeRun(harness, { behaviour: NEWER }, started, asked);
    const { parked, status } = await untilParked(harness, runId);
    expect(status).toBe('running');
    expect(parked).toMatchObject({ code: 'run_behaviour_newer', message: expect.stringContaining(`version ${NEWER}`) });
    await harness.world.deliver(runId, { type: 'cancel' }, Date.now());
    await untilParked(harness, runId);
    expect(executed).toBe(0);
    expect(await harness.journal({ runId })).toHaveLength(3);
    await expect(harness.world.readInbox(runId)).resolves.toHaveLength(1);
  });

  it('is parked also when only its last part is newer', async () => {
    const harness = await createHarness({ workflows: rounds });
    const at = Date.now();
    const buildId = 'elsewhere' as never;
    const begun = { at, buildId, startedAt: at, firstCall: 0, hooks: [], payload: '[]', behaviour: NEWER };
    const started: JournalEvent = { type: 'run_started', seq: 2, at, buildId };
    const runId = await storeRun(harness, {}, started, { type: 'run_continued', seq: 3, ...begun });
    await expect(untilParked(harness, runId)).resolves.toMatchObject({ parked: { code: 'run_behaviour_newer' } });
  });

  it('cannot be forked or moved here', async () => {
    const harness = await createHarness({ workflows: waiting, steps });
    const runId = await storeRun(harness, { behaviour: NEWER });
    await untilParked(harness, runId);
    await expect(getRun(runId).fork()).rejects.toMatchObject({ code: 'run_behaviour_newer' });
    await expect(getRun(runId).moveTo()).resolves.toMatchObject({
      moved: false,
      problem: { code: 'run_behaviour_newer' },
    });
    expect(await harness.journal({ runId })).toHaveLength(1);
  });
});
