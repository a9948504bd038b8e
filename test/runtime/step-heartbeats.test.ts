import { describe, expect, it } from 'vitest';
import { getStepMetadata, heartbeat } from '../../runtime/entries/workflow.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { createHarness } from './harness.ts';
import { startSecondOwner } from './step-second-owner.ts';
import { VirtualClock } from './virtual-clock.ts';

const heartbeats = (journal: JournalEvent[]) =>
  journal.flatMap((event) => (event.type === 'step_heartbeat' ? [JSON.parse(event.payload).json] : []));

describe('heartbeats', () => {
  it('keep an attempt alive; silence ends it, and the next one goes on from the last detail', async () => {
    const clock = new VirtualClock();
    const seen: unknown[] = [];
    const silent = Promise.withResolvers<AbortSignal>();
    const work = Object.assign(
      async () => {
        const { attempt, heartbeat: last, signal } = getStepMetadata();
        seen.push(last);
        if (attempt === 2) return 'done';
        for (let page = 1; page <= 5; page++) {
          heartbeat({ page });
          clock.advance(900);
          if (signal.aborted) return 'told too early';
        }
        silent.resolve(signal);
        return await new Promise(() => {});
      },
      { heartbeatTimeout: '1s' },
    );
    const { start } = await createHarness(
      { workflows: { main: async ({ step }) => await step('work')() }, steps: { work } },
      { clock },
    );
    const run = await start('main');
    const signal = await silent.promise;
    clock.advance(100);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError', code: 'step_heartbeat_missed' });
    await expect(run.returnValue).resolves.toBe('done');
    expect(seen).toEqual([undefined, { page: 5 }]);
  });

  it('are stored at once and then at most once a second, the latest detail first', async () => {
    const clock = new VirtualClock();
    const sent = Promise.withResolvers<void>();
    const rest = Promise.withResolvers<void>();
    const work = async () => {
      for (let n = 0; n < 1_000; n++) heartbeat(n);
      sent.resolve();
      await rest.promise;
      for (let n = 1_000; n < 2_000; n++) heartbeat(n);
    };
    const { start, until, journal } = await createHarness(
      { workflows: { main: async ({ step }) => await step('work')() }, steps: { work } },
      { clock },
    );
    const run = await start('main');
    await sent.promise;
    clock.advance(999);
    await until(run, (events) => heartbeats(events).length === 1);
    clock.advance(1);
    await until(run, (events) => heartbeats(events).length === 2);
    rest.resolve();
    await run.returnValue;
    expect(heartbeats(await journal(run))).toEqual([0, 999]);
  });

  it('tell the next attempt how far a process was that is gone', async () => {
    const clock = new VirtualClock();
    const testIsOver = Promise.withResolvers<void>();
    const code = {
      workflows: { main: async ({ step }: any) => await step('work')() },
      steps: {
        work: async () => {
          const { attempt, heartbeat: last } = getStepMetadata();
          if (attempt > 1) return last;
          heartbeat(new Map([['rows', 7n]]));
          await testIsOver.promise;
        },
      },
    };
    const first = await createHarness(code, { clock });
    const run = await first.start('main');
    await first.untilEvent(run, 'step_heartbeat');
    await startSecondOwner(code, first, clock);
    await expect(run.returnValue).resolves.toEqual(new Map([['rows', 7n]]));
    testIsOver.resolve();
  });

  it('refuse a detail that cannot be stored, where it is given', async () => {
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('work')().catch((error: Error) => error.message) },
      steps: { work: () => heartbeat({ rows: [() => {}] }) },
    });
    await expect((await start('main')).returnValue).resolves.toContain('detail.rows[0]');
  });

  it('are for steps only', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ heartbeat }) => {
          heartbeat();
        },
      },
    });
    await expect((await start('main')).returnValue).rejects.toThrow(/heartbeat\(\) was called outside a step/);
    expect(() => heartbeat()).toThrow(/heartbeat\(\) was called outside a step/);
  });
});
