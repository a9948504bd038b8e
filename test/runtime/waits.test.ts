import { describe, expect, it } from 'vitest';
import { start } from '../../runtime/entries/api.ts';
import { workflowIdOf } from './build-from-functions.ts';
import { createHarness } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';

const DAY_MS = 86_400_000;

describe('sleep', () => {
  it.each([
    ['milliseconds', 1_500, 1_500],
    ['text', '2h', 2 * 3_600_000],
    ['more than 2^31 ms', '60d', 60 * DAY_MS],
    ['a date', new Date(Date.UTC(2030, 0, 1) + 5_000), 5_000],
  ])('wakes exactly when it should, given %s', async (_, duration, expectedMs) => {
    const clock = new VirtualClock();
    const { start, untilEvent, journal } = await createHarness(
      {
        workflows: {
          main: async ({ sleep }, time) => {
            const before = Date.now();
            await sleep(time);
            return Date.now() - before;
          },
        },
      },
      { clock },
    );
    const run = await start('main', duration);
    await untilEvent(run, 'wait_created');
    clock.advance(expectedMs - 1);
    expect((await journal(run)).at(-1)!.type).toBe('wait_created');
    clock.advance(1);
    await expect(run.returnValue).resolves.toBe(expectedMs);
  });

  it('does not stop for a date in the past', async () => {
    const { start } = await createHarness(
      {
        workflows: {
          main: async ({ sleep }) => {
            await sleep(new Date(0));
            return 'awake';
          },
        },
      },
      { clock: new VirtualClock() },
    );
    await expect((await start('main')).returnValue).resolves.toBe('awake');
  });

  it('refuses what is no duration, naming it', async () => {
    const { start } = await createHarness({
      workflows: { main: async ({ sleep }) => await sleep('soon').catch((error: any) => [error.code, error.message]) },
    });
    const [code, message] = await (await start('main')).returnValue;
    expect(code).toBe('duration_invalid');
    expect(message).toContain('soon');
  });

  it('ends at once when the run is woken up from outside', async () => {
    const { start, untilEvent } = await createHarness({
      workflows: {
        main: async ({ sleep }) => {
          await Promise.all([sleep('1d'), sleep('2d')]);
          return 'awake';
        },
      },
    });
    const run = await start('main');
    await untilEvent(run, 'wait_created');
    await run.wakeUp();
    await expect(run.returnValue).resolves.toBe('awake');
  });

  it('wakes sleepers in the order of their due times', async () => {
    const clock = new VirtualClock();
    const { start, untilEvent } = await createHarness(
      {
        workflows: {
          main: async ({ sleep }) => {
            const order: string[] = [];
            await Promise.all(
              ['3s', '1s', '2s', '1s'].map((time, i) => sleep(time).then(() => order.push(`${i}:${time}`))),
            );
            return order;
          },
        },
      },
      { clock },
    );
    const run = await start('main');
    await untilEvent(run, 'wait_created');
    clock.advance(10_000);
    await expect(run.returnValue).resolves.toEqual(['1:1s', '3:1s', '2:2s', '0:3s']);
  });

  it('is not over early or late when the clock is set back, and time in the workflow never goes back', async () => {
    const clock = new VirtualClock();
    const harness = await createHarness(
      {
        workflows: {
          main: async ({ sleep }) => {
            const times = [Date.now()];
            for (const ms of [10_000, 10_000]) {
              await sleep(ms);
              times.push(Date.now());
            }
            return times;
          },
        },
      },
      { clock },
    );
    const startedAt = clock.now();
    const run = await harness.start('main');
    await harness.untilEvent(run, 'wait_created');
    clock.advance(10_000);
    await harness.until(run, (events) => events.filter(({ type }) => type === 'wait_created').length === 2);
    clock.setBack(15_000);
    clock.advance(20_000);
    await expect(run.status).resolves.toBe('running');
    clock.advance(5_000);
    await expect(run.returnValue).resolves.toEqual([startedAt, startedAt + 10_000, startedAt + 20_000]);
  });

  it('costs no timer of its own, however many runs sleep', async () => {
    const clock = new VirtualClock();
    const harness = await createHarness(
      { workflows: { main: async ({ sleep }, n: number) => await sleep(60_000 + n) } },
      { clock, env: { WORKFLOW_LIVE_RUNS: '10' } },
    );
    const runs = await Promise.all(Array.from({ length: 500 }, (_, n) => harness.start('main', n)));
    for (const run of runs) await harness.untilEvent(run, 'wait_created');
    expect(clock.alarmCount).toBeLessThan(10);
    clock.advance(70_000);
    await Promise.all(runs.map((run) => run.returnValue));
  });
});

describe('many runs that are due at the same time', () => {
  it('are taken with ever larger claims, because each claim waits for the disk; few are shared among workers', async () => {
    const clock = new VirtualClock();
    const harness = await createHarness({ workflows: { main: async () => 'woken' } }, { clock });
    const { world } = harness;
    const limits: number[] = [];
    const { claimDue } = world;
    world.claimDue = (workerId, now, limit) => {
      limits.push(limit);
      return claimDue.call(world, workerId, now, limit);
    };
    const startLater = () => start({ workflowId: workflowIdOf('main') }, [], { delay: '1h' });
    const runs = await Promise.all(Array.from({ length: 900 }, startLater));
    limits.length = 0;
    clock.advance(3_600_000);
    for (const { returnValue } of runs) await expect(returnValue).resolves.toBe('woken');
    expect(limits[0]).toBe(100);
    expect(limits.filter((limit) => limit > 0).length).toBeLessThan(8);
    expect(Math.max(...limits)).toBeLessThanOrEqual(400);
  });
});
