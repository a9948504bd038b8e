import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../contract/clock.ts';
import type { BuildId, RunId, WorkflowId } from '../contract/ids.ts';
import type { Log } from '../contract/log.ts';
import { createWorld } from '../world/open.ts';
import type { World } from '../world/world.ts';
import { PurgeLoop } from './purge-loop.ts';

const MINUTE_MS = 60_000;

/** A clock that stands at each of its alarms until it is told to go on. */
function createStepClock(): Clock & { nextMinute(): void } {
  let now = 0;
  let alarm: { at: number; fire: () => void } | null = null;
  return {
    now: () => now,
    setAlarm(at, fire) {
      alarm = { at, fire };
      return () => {
        alarm = null;
      };
    },
    nextMinute() {
      now += MINUTE_MS;
      if (!alarm || alarm.at > now) return;
      const { fire } = alarm;
      alarm = null;
      fire();
    },
  };
}

type Line = [event: string, details: Record<string, unknown>];

/** A log whose lines can be awaited one by one. */
function createTestLog(): Log & { next(): Promise<Line> } {
  const lines: Line[] = [];
  let wake = (): void => {};
  const put = (...line: Line): void => {
    lines.push(line);
    wake();
  };
  async function next(): Promise<Line> {
    if (lines.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return lines.shift()!;
  }
  return { debug: put, info: put, warn: put, error: put, next };
}

async function openWorld(): Promise<World> {
  const world = await createWorld({ kind: 'memory' });
  await world.open();
  onTestFinished(() => world.close());
  return world;
}

/** A run that ended at time 0 and may be purged one second later. */
async function createEndedRun(world: World, n: number): Promise<RunId> {
  const runId = `wrun_${String(n).padStart(26, '0')}` as RunId;
  const workflowId = 'workflow//./a//b' as WorkflowId;
  const payload = '{"json":[]}';
  await world.createRun({
    runId,
    workflowId,
    owner: null,
    dueAt: null,
    events: [
      { seq: 1, at: 0, type: 'run_created', workflowId, seed: 'ab', payload, retentionMs: 1_000 },
      { seq: 2, at: 0, type: 'run_started', buildId: 'b' as BuildId },
      { seq: 3, at: 0, type: 'run_completed', payload },
    ],
  });
  return runId;
}

describe('the purge of expired runs', () => {
  it('removes all there are, batch by batch, in one go', async () => {
    const world = await openWorld();
    for (let n = 0; n < 1_020; n++) await createEndedRun(world, n);
    const [clock, log] = [createStepClock(), createTestLog()];
    const loop = new PurgeLoop({ world, clock, log });
    loop.start();
    clock.nextMinute();
    await expect(log.next()).resolves.toEqual(['runs_purged', { count: 1_020 }]);
    await expect(world.listRuns({ limit: 1 })).resolves.toEqual({ runs: [], cursor: null });
  });

  it('tries again a minute after the store failed, and says so in the log', async () => {
    const world = await openWorld();
    await createEndedRun(world, 1);
    const { purgeExpired } = world;
    const error = new Error('no space left');
    world.purgeExpired = () => Promise.reject(error);
    const [clock, log] = [createStepClock(), createTestLog()];
    const loop = new PurgeLoop({ world, clock, log });
    loop.start();
    clock.nextMinute();
    await expect(log.next()).resolves.toEqual(['purge_failed', { error }]);
    world.purgeExpired = purgeExpired;
    clock.nextMinute();
    await expect(log.next()).resolves.toEqual(['runs_purged', { count: 1 }]);
  });

  it('ends when it is stopped', async () => {
    const world = await openWorld();
    const runId = await createEndedRun(world, 1);
    const clock = createStepClock();
    const loop = new PurgeLoop({ world, clock, log: createTestLog() });
    loop.start();
    loop.stop();
    clock.nextMinute();
    await expect(world.readRun(runId)).resolves.toMatchObject({ runId });
  });
});
