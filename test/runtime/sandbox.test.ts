import { describe, expect, it, vi } from 'vitest';
import { resumeHook } from '../../runtime/api/hooks.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { FatalError } from '../../runtime/values/step-errors.ts';
import { fromText, type TestCode } from './build-from-functions.ts';
import { createHarness } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';

describe('the sandbox', () => {
  it('gives the same randomness on replay, another one to each run', async () => {
    const { start } = await createHarness(
      {
        workflows: {
          main: async ({ step, globals }) => {
            const { crypto, Math } = globals;
            const draw = () => [Math.random(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(100))]];
            const before = draw();
            await step('noop')();
            const between = Math.random();
            await step('noop')();
            return JSON.stringify([before, between, draw()]);
          },
        },
        steps: { noop: () => {} },
      },
      { env: { WORKFLOW_LIVE_RUNS: '0' } },
    );
    const results = [await (await start('main')).returnValue, await (await start('main')).returnValue];
    expect(results[0]).not.toBe(results[1]);
    expect(JSON.parse(results[0])[0][1]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('tells the time of the journal', async () => {
    const clock = new VirtualClock();
    const { start, untilEvent } = await createHarness(
      {
        workflows: {
          main: async ({ sleep, globals }) => {
            const { Date, performance } = globals;
            const begin = [Date.now(), new Date().getTime(), new Date() instanceof Date, performance.now()];
            await sleep('1h');
            return [begin, Date.now(), new Date(0).toISOString(), performance.now()];
          },
        },
      },
      { clock },
    );
    const begin = clock.now();
    const run = await start('main');
    await untilEvent(run, 'wait_created');
    clock.advance(3_600_000);
    await expect(run.returnValue).resolves.toEqual([
      [begin, begin, true, begin],
      begin + 3_600_000,
      '1970-01-01T00:00:00.000Z',
      begin + 3_600_000,
    ]);
  });

  it('keeps runs apart: globals, module state and built-ins', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ globals }, mark: string) => {
          const shared = globals as Record<string, any>;
          const before = [shared.mark, shared.Array.mark, ({} as any).mark];
          shared.mark = mark;
          const attempts = [shared.Array, shared.Object.prototype, shared.Promise, shared.Math].map((target) => {
            try {
              target.mark = mark;
              return 'written';
            } catch (error) {
              return (error as Error).name;
            }
          });
          return [before, shared.mark, attempts];
        },
      },
    });
    for (const mark of ['first', 'second']) {
      await expect((await start('main', mark)).returnValue).resolves.toEqual([
        [undefined, undefined, undefined],
        mark,
        ['TypeError', 'TypeError', 'TypeError', 'TypeError'],
      ]);
    }
  });

  it('lets errors and objects be given the names that built-ins have', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async () => {
          class Mine extends Error {
            constructor(message: string) {
              super(message);
              this.name = 'Mine';
            }
          }
          const error = new Mine('text');
          const object: { toString?: unknown; constructor?: unknown } = {};
          object.toString = () => 'own';
          object.constructor = 5;
          return [error.name, String(object), object.constructor, error instanceof Mine];
        },
      },
    });
    await expect((await start('main')).returnValue).resolves.toEqual(['Mine', 'own', 5, true]);
  });

  it.each([
    ['setTimeout', 'globals.setTimeout(() => {}, 1)', /use sleep\(\)/],
    ['setInterval', 'globals.setInterval(() => {}, 1)', /use sleep\(\)/],
    ['eval', "globals.eval('1 + 1')", /write the code as a function/],
    ['eval of its scope', "eval('1 + 1')", /write the code as a function/],
    ['new Function', "new globals.Function('return 1')", /Function\(\) is not available/],
    ['process', 'globals.process.exit(1)', /undefined/],
    ['a way out through constructors', "step.constructor('return process')()", /Function\(\) is not available/],
    ['a step', 'getStepMetadata()', /use step/],
  ])('has no %s', async (_, expression, message) => {
    const { start } = await createHarness({
      workflows: {
        main: fromText(`async ({ step, getStepMetadata, globals }) => { ${expression}; }`),
      },
    });
    await expect((await start('main')).returnValue).rejects.toThrow(message);
  });

  it('prints each line once, however often the run is replayed', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const { start } = await createHarness(
      {
        workflows: {
          main: async ({ step, globals }) => {
            globals.console.log('begin', { n: 1 });
            await step('noop')();
            globals.console.log('end');
          },
        },
        steps: { noop: () => {} },
      },
      { env: { WORKFLOW_LIVE_RUNS: '0' } },
    );
    await (
      await start('main')
    ).returnValue;
    const lines = log.mock.calls.map(([line]) => line as string);
    log.mockRestore();
    expect(lines).toEqual(['begin { n: 1 }', 'end']);
  });

  it('writes the same journal whether runs share a realm or have one each', async () => {
    const code: TestCode = {
      workflows: {
        main: async ({ step, sleep, createHook, globals }, names: string[]) => {
          const results = await globals.Promise.all(names.map((name) => step('greet')(name)));
          await sleep(1);
          const hook = createHook<{ n: number }>({ token: 'token' });
          const payload = await hook;
          const failure = await step('fail')().catch((error: Error) => error.message);
          return { results, payload, failure, at: new Date(0), isArray: results.constructor === Array };
        },
      },
      steps: {
        greet: (name: string) => new Map([[name, `Hello, ${name}!`]]),
        fail: () => {
          throw new FatalError('refused');
        },
      },
    };
    const journals: unknown[] = [];
    for (const isolation of ['bundle', 'run']) {
      const { start, untilEvent, journal } = await createHarness(code, { env: { WORKFLOW_ISOLATION: isolation } });
      const run = await start('main', ['Ada', 'Grace']);
      await untilEvent(run, 'hook_created');
      await resumeHook('token', { n: 1 });
      await expect(run.returnValue).resolves.toEqual({
        results: [new Map([['Ada', 'Hello, Ada!']]), new Map([['Grace', 'Hello, Grace!']])],
        payload: { n: 1 },
        failure: 'refused',
        at: new Date(0),
        isArray: true,
      });
      journals.push((await journal(run)).filter(({ type }) => type !== 'step_failed').map(withoutTime));
    }
    expect(journals[1]).toEqual(journals[0]);
  });
});

/** An event without its time and without the random values of its run. */
function withoutTime(event: JournalEvent): string {
  const { type, seq, call, payload } = event as JournalEvent & { call?: number; payload?: string };
  return JSON.stringify([type, seq, call, payload]);
}
