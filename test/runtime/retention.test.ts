import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deleteRun, listRuns, listStreams, purgeRuns, start, type PurgeOptions } from '../../runtime/entries/api.ts';
import { WorkflowRunNotFoundError } from '../../runtime/entries/errors.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import { PurgeLoop } from '../../runtime/worker/purge-loop.ts';
import { WAIT } from '../time-limits.ts';
import { workflowIdOf } from './build-from-functions.ts';
import { createHarness } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const code = {
  workflows: {
    quick: async () => 'done',
    broken: async () => {
      throw new Error('boom');
    },
    asleep: async ({ sleep }: any) => await sleep('10d'),
    publishes: async ({ step }: any) => await step('write')(),
  },
  steps: {
    write: async () => {
      const writer = getWritable().getWriter();
      await writer.write('chunk');
      writer.releaseLock();
    },
  },
};
const workflow = (name: string) => ({ workflowId: workflowIdOf(name) });
const allIds = async (): Promise<string[]> => (await listRuns()).runs.map(({ runId }) => runId);

describe('deleteRun()', () => {
  it('removes an ended run with all that belongs to it, so that its id can be used again', async () => {
    await createHarness(code);
    const run = await start<void>(workflow('publishes'), [], { id: 'order-7' });
    await run.returnValue;
    expect(await listStreams(run.runId)).toHaveLength(1);
    await deleteRun(run.runId);
    await expect(run.exists).resolves.toBe(false);
    await expect(listStreams(run.runId)).rejects.toThrow(WorkflowRunNotFoundError);
    await expect(deleteRun(run.runId)).rejects.toThrow(WorkflowRunNotFoundError);
    const next = await start(workflow('quick'), [], { id: 'order-7', onConflict: 'fail' });
    expect(next.runId).not.toBe(run.runId);
  });

  it('refuses a run that has not ended, and leaves it alone', async () => {
    await createHarness(code);
    const run = await start(workflow('asleep'));
    await expect(deleteRun(run.runId)).rejects.toMatchObject({ code: 'run_not_ended' });
    await expect(run.status).resolves.toBe('running');
    await expect(deleteRun('order-7')).rejects.toMatchObject({ code: 'run_id_invalid' });
  });
});

describe('purgeRuns()', () => {
  it('removes what ended before a time, and in the way that is asked for', async () => {
    const clock = new VirtualClock();
    await createHarness(code, { clock });
    const asleep = await start(workflow('asleep'));
    const quick = await start(workflow('quick'));
    const broken = await start(workflow('broken'));
    await quick.returnValue;
    await broken.returnValue.catch(() => {});
    clock.advance(DAY_MS);
    const noon = new Date(clock.now());
    const late = await start(workflow('quick'));
    await late.returnValue;

    await expect(purgeRuns({ before: noon, status: 'failed' })).resolves.toBe(1);
    await expect(broken.exists).resolves.toBe(false);
    await expect(purgeRuns({ before: noon })).resolves.toBe(1);
    expect(await allIds()).toEqual([late.runId, asleep.runId]);
    await expect(purgeRuns({ before: noon })).resolves.toBe(0);
  });

  it('removes no more than it may', async () => {
    const clock = new VirtualClock();
    await createHarness(code, { clock });
    for (let i = 0; i < 5; i++) await (await start(workflow('quick'))).returnValue;
    clock.advance(1);
    const before = new Date(clock.now());
    await expect(purgeRuns({ before, limit: 2 })).resolves.toBe(2);
    expect(await allIds()).toHaveLength(3);
    await expect(purgeRuns({ before })).resolves.toBe(3);
  });

  it('refuses what it does not understand, and removes nothing', async () => {
    await createHarness(code);
    const run = await start(workflow('quick'));
    await run.returnValue;
    const before = new Date(Date.now() + DAY_MS);
    const mistakes: object[] = [
      {},
      { before: before.getTime() },
      { before, status: 'running' },
      { before, limit: 0 },
      { before, stauts: 'failed' },
    ];
    for (const mistake of mistakes) {
      await expect(purgeRuns(mistake as PurgeOptions), JSON.stringify(mistake)).rejects.toMatchObject({
        code: expect.stringMatching(/^option_/) as string,
      });
    }
    await expect(run.exists).resolves.toBe(true);
  });
});

describe('retention', () => {
  it('removes a run within a minute after its time is over, and keeps the others', async () => {
    const clock = new VirtualClock();
    const { world, runtime } = await createHarness(code, { clock });
    const short = await start(workflow('quick'), [], { retention: '1h' });
    const long = await start(workflow('quick'), [], { retention: '2d' });
    const forever = await start(workflow('quick'));
    await Promise.all([short.returnValue, long.returnValue, forever.returnValue]);
    const { runs } = await listRuns();
    expect(runs.map(({ expiresAt, completedAt }) => expiresAt && expiresAt.getTime() - completedAt!.getTime())).toEqual(
      [null, 2 * DAY_MS, HOUR_MS],
    );
    clock.advance(HOUR_MS - MINUTE_MS);
    const loop = new PurgeLoop({ world, clock, log: runtime.log });
    onTestFinished(() => loop.stop());
    loop.start();
    clock.advance(MINUTE_MS);
    await vi.waitFor(async () => expect(await allIds()).toEqual([forever.runId, long.runId]), WAIT);
  });
});

describe('WORKFLOW_RETENTION', () => {
  it('has rules for single workflows', async () => {
    const { start: begin, journal } = await createHarness(code, {
      env: { WORKFLOW_RETENTION: '1h, bro*=2h, quick=forever' },
    });
    const kept = async (run: { runId: string }) => (await journal(run))[0];
    expect(await kept(await begin('asleep'))).toMatchObject({ retentionMs: HOUR_MS });
    expect(await kept(await begin('broken'))).toMatchObject({ retentionMs: 2 * HOUR_MS });
    expect(await kept(await begin('quick'))).not.toHaveProperty('retentionMs');
  });
});
