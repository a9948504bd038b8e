import { describe, expect, it } from 'vitest';
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import { createHarness } from './harness.ts';
import { startSecondOwner } from './step-second-owner.ts';
import { VirtualClock } from './virtual-clock.ts';

/** A step of whose attempts each waits until the test ends it. */
function createHeldStep(options: object) {
  const attempts: { signal: AbortSignal; end: (value: unknown) => void }[] = [];
  const arrivals: (() => void)[] = [];
  const hold = async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    attempts.push({ signal: getStepMetadata().signal, end: resolve });
    for (const arrive of arrivals.splice(0)) arrive();
    return await promise;
  };
  async function begun(count: number): Promise<void> {
    while (attempts.length < count) await new Promise<void>((resolve) => arrivals.push(resolve));
  }
  return { attempts, begun, step: Object.assign(hold, options) };
}

describe('the timeout of a step', () => {
  it('ends an attempt that ignores its signal and begins the next, and nothing that comes late counts', async () => {
    const clock = new VirtualClock();
    const held = createHeldStep({ timeout: '30s' });
    const { start, journal } = await createHarness(
      { workflows: { main: async ({ step }) => await step('hold')() }, steps: { hold: held.step } },
      { clock },
    );
    const run = await start('main');
    await held.begun(1);
    clock.advance(29_999);
    expect(held.attempts[0]!.signal.aborted).toBe(false);
    clock.advance(1);
    expect(held.attempts[0]!.signal.reason).toMatchObject({ name: 'TimeoutError', code: 'step_timed_out' });
    await held.begun(2);
    held.attempts[0]!.end('late');
    held.attempts[1]!.end('in time');
    await expect(run.returnValue).resolves.toBe('in time');
    expect((await journal(run)).filter(({ type }) => type === 'step_completed')).toMatchObject([{ attempt: 2 }]);
  });

  it('is the error of the call when no retries are left', async () => {
    const clock = new VirtualClock();
    const held = createHeldStep({ timeout: 50, maxRetries: 0 });
    const { start } = await createHarness(
      {
        workflows: {
          main: async ({ step }) => await step('hold')().catch((error: any) => [error.name, error.code, error.message]),
        },
        steps: { hold: held.step },
      },
      { clock },
    );
    const run = await start('main');
    await held.begun(1);
    clock.advance(50);
    await expect(run.returnValue).resolves.toEqual([
      'TimeoutError',
      'step_timed_out',
      expect.stringContaining('the step "hold" took longer than its timeout of 50 ms'),
    ]);
  });

  it('frees the place of an attempt that goes on, and counts from the begin of an attempt, not from its call', async () => {
    const clock = new VirtualClock();
    const held = createHeldStep({ timeout: 1_000, maxRetries: 0, concurrency: 1 });
    const { start } = await createHarness(
      {
        workflows: {
          main: async ({ step }) =>
            await Promise.all([1, 2].map((n) => step('hold')(n).catch((error: any) => error.code))),
        },
        steps: { hold: held.step },
      },
      { clock, env: { WORKFLOW_CONCURRENCY: '1' } },
    );
    const run = await start('main');
    await held.begun(1);
    clock.advance(1_000);
    await held.begun(2);
    clock.advance(999);
    held.attempts[1]!.end('second');
    await expect(run.returnValue).resolves.toEqual(['step_timed_out', 'second']);
  });
});

describe('the signal of a step', () => {
  it('fires with the reason when its run is cancelled', async () => {
    const held = createHeldStep({});
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('hold')() },
      steps: { hold: held.step },
    });
    const run = await start('main');
    await held.begun(1);
    await run.cancel({ reason: 'enough' });
    await expect(run.returnValue).rejects.toMatchObject({ code: 'run_cancelled' });
    expect(held.attempts[0]!.signal.reason).toMatchObject({ code: 'run_cancelled' });
    held.attempts[0]!.end('late');
  });

  it('fires when another process has taken the run over, and the other result counts', async () => {
    const clock = new VirtualClock();
    const held = createHeldStep({});
    const code = { workflows: { main: async ({ step }: any) => await step('hold')() }, steps: { hold: held.step } };
    const first = await createHarness(code, { clock });
    const run = await first.start('main');
    await held.begun(1);
    await startSecondOwner(code, first, clock);
    await held.begun(2);
    held.attempts[1]!.end('second owner');
    await expect(run.returnValue).resolves.toBe('second owner');
    const { signal, end } = held.attempts[0]!;
    const told = new Promise((resolve) => signal.addEventListener('abort', resolve));
    // The first worker wakes up, and finds its lease gone.
    clock.advance(3_600_000);
    await told;
    end('first owner');
    expect(signal.reason).toMatchObject({ code: 'step_abandoned' });
    await expect(run.returnValue).resolves.toBe('second owner');
  });
});
