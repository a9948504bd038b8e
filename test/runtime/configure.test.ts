/** `configure()`: the logger of the application, and functions that hear what happens to runs. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Writable } from 'node:stream';
import { createConsola } from 'consola';
import pino from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import winston from 'winston';
import { configure, type EventHandlers, type Logger } from '../../runtime/entries/api.ts';
import { EVENT_CHANNELS } from '../../runtime/observe/observers.ts';
import { workflowIdOf, type TestCode } from './build-from-functions.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { WAIT } from '../time-limits.ts';
import { createHarness } from './harness.ts';

const code: TestCode = {
  workflows: {
    works: async () => 1,
    fails: async ({ step }) => await step('charge')(),
    waits: async ({ sleep }) => await sleep('1h'),
  },
  steps: { charge: Object.assign(() => Promise.reject(new RangeError('declined')), { maxRetries: 1 }) },
};

const silence = (): void => {
  const spies = (['warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
};

type Told = [name: string, event: { [field: string]: unknown; error?: Error }];

/** A handler for each event, and what they were told. */
function createHandlers(): { handlers: EventHandlers; told: Told[] } {
  const told: Told[] = [];
  const handlers = Object.fromEntries(
    Object.keys(EVENT_CHANNELS).map((name) => [name, (event: Told[1]) => void told.push([name, event])]),
  );
  return { handlers, told };
}

async function playAll(): Promise<{ works: string; fails: string; waits: string }> {
  const { start, untilEvent } = await createHarness(code);
  return await play(start, untilEvent);
}

async function play(
  start: Awaited<ReturnType<typeof createHarness>>['start'],
  untilEvent: Awaited<ReturnType<typeof createHarness>>['untilEvent'],
): Promise<{ works: string; fails: string; waits: string }> {
  const works = await start('works');
  await works.returnValue;
  const fails = await start('fails');
  await expect(fails.returnValue).rejects.toThrow();
  const waits = await start('waits');
  await untilEvent(waits, 'wait_created');
  await waits.cancel({ reason: 'enough' });
  await expect(waits.returnValue).rejects.toThrow();
  return { works: works.runId, fails: fails.runId, waits: waits.runId };
}

const expectedOf = (ids: { works: string; fails: string; waits: string }): [string, object][] => {
  const failed = { runId: ids.fails, workflowName: workflowIdOf('fails'), stepName: 'step//./test//charge' };
  const error = expect.objectContaining({ name: 'RangeError', message: 'declined' }) as Error;
  const attempt = { ...failed, stepId: expect.stringMatching(/^step_.*_0$/) as string, attempts: 2, error };
  return [
    ['runCompleted', { runId: ids.works, workflowName: workflowIdOf('works') }],
    ['stepFailed', { ...attempt, attempt: 1, retryAt: expect.any(Date) as Date }],
    ['stepFailed', { ...attempt, attempt: 2, retryAt: null }],
    ['runFailed', { ...failed, error }],
    ['runCancelled', { runId: ids.waits, workflowName: workflowIdOf('waits'), reason: 'enough' }],
  ];
};

describe('functions of the application', () => {
  it('hear of each failed attempt and of the end of each run', async () => {
    silence();
    const { start, untilEvent } = await createHarness(code);
    const { handlers, told } = createHandlers();
    configure({ on: handlers });
    const ids = await play(start, untilEvent);
    expect(told).toEqual(expectedOf(ids));
    expect(told.every(([, { error }]) => error === undefined || error instanceof Error)).toBe(true);
  });

  it('hear of runs that are put aside, with the reason', async () => {
    silence();
    const { start, deploy } = await createHarness(code);
    const parked = Promise.withResolvers<unknown>();
    configure({ on: { runParked: parked.resolve } });
    await deploy({ workflows: code.workflows, steps: {} });
    const { runId } = await start('fails');
    await expect(parked.promise).resolves.toMatchObject({ runId, error: { code: 'step_code_missing' } });
  });

  it('hear of it once, however often the run is looked at', async () => {
    silence();
    const { start, deploy, world } = await createHarness(code);
    const heard: string[] = [];
    configure({ on: { runParked: ({ runId }) => void heard.push(runId) } });
    await deploy({ workflows: code.workflows, steps: {} });
    const { runId } = await start('fails');
    const epochOfParked = async (): Promise<number> => {
      const run = await world.readRun(runId as RunId);
      return run?.parked && run.owner === null ? run.epoch : 0;
    };
    await expect.poll(epochOfParked).toBe(1);
    // Another build that lacks the step: each run that waits for code is looked at again.
    await deploy({ workflows: code.workflows, steps: { other: () => 1 } });
    await expect.poll(epochOfParked).toBe(2);
    expect(heard).toEqual([runId]);
  });

  it('disturb nothing when they throw, at once or later', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => error.mockRestore());
    const { start } = await createHarness(code);
    configure({
      on: {
        runCompleted: () => {
          throw new Error('at once');
        },
      },
    });
    await expect((await start('works')).returnValue).resolves.toBe(1);
    configure({ on: { runCompleted: () => Promise.reject(new Error('later')) } });
    await expect((await start('works')).returnValue).resolves.toBe(1);
    await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(2), WAIT);
    expect(error.mock.calls.map(([line]) => String(line))).toEqual([
      '[workflow] handler_failed handler=runCompleted error=at once',
      '[workflow] handler_failed handler=runCompleted error=later',
    ]);
  });

  it('are replaced and taken away one by one', async () => {
    const { start } = await createHarness(code);
    const calls: string[] = [];
    configure({ on: { runCompleted: () => calls.push('first') } });
    configure({ on: { runCompleted: () => calls.push('second'), runFailed: () => calls.push('failed') } });
    await (
      await start('works')
    ).returnValue;
    configure({ on: { runCompleted: undefined } });
    await (
      await start('works')
    ).returnValue;
    expect(calls).toEqual(['second']);
  });
});

it('libraries hear the same on channels of node:diagnostics_channel', async () => {
  silence();
  const told: [string, unknown][] = [];
  for (const [name, channel] of Object.entries(EVENT_CHANNELS)) {
    const hear = (event: unknown): void => void told.push([name, event]);
    subscribe(channel, hear);
    onTestFinished(() => void unsubscribe(channel, hear));
  }
  expect(told.length).toBe(0);
  const ids = await playAll();
  expect(told).toEqual(expectedOf(ids));
});

/** A logger that writes JSON lines, or texts. */
interface Recorded {
  logger: Logger;
  lines: string[];
}

function recordLines(): { stream: Writable; lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { stream, lines };
}

const LOGGERS: Record<string, () => Recorded> = {
  pino: () => {
    const { stream, lines } = recordLines();
    return { logger: pino(stream), lines };
  },
  'a child of pino': () => {
    const { stream, lines } = recordLines();
    return { logger: pino(stream).child({ module: 'workflow' }), lines };
  },
  winston: () => {
    const { stream, lines } = recordLines();
    const transports = [new winston.transports.Stream({ stream })];
    return { logger: winston.createLogger({ format: winston.format.json(), transports }), lines };
  },
  consola: () => {
    const lines: string[] = [];
    const logger = createConsola({ reporters: [{ log: ({ args }) => void lines.push(JSON.stringify(args)) }] });
    return { logger, lines };
  },
  'the console': () => {
    const lines: string[] = [];
    const write = (message: string, fields: object): void => void lines.push(JSON.stringify([message, fields]));
    return { logger: { debug: write, info: write, warn: write, error: write }, lines };
  },
};

describe('a logger of the application', () => {
  it.each(Object.entries(LOGGERS))('gets message, run, step and error: %s', async (_, create) => {
    const consoleError = vi.spyOn(console, 'error');
    onTestFinished(() => consoleError.mockRestore());
    const { start } = await createHarness(code);
    const { logger, lines } = create();
    configure({ logger });
    const run = await start('fails');
    await expect(run.returnValue).rejects.toThrow();
    const failed = lines.filter((line) => line.includes('run_failed'));
    expect(failed).toHaveLength(1);
    for (const part of ['workflow: run_failed', run.runId, 'step//./test//charge', 'RangeError', 'declined'])
      expect(failed[0]).toContain(part);
    expect(lines.filter((line) => line.includes('step_failed'))).toHaveLength(2);
    expect(consoleError).not.toHaveBeenCalled();
  });

  it('disturbs nothing when it throws', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => error.mockRestore());
    const { start } = await createHarness(code);
    const fail = (): never => {
      throw new Error('disk full');
    };
    configure({ logger: { debug: fail, info: fail, warn: fail, error: fail } });
    await expect((await start('works')).returnValue).resolves.toBe(1);
    await expect((await start('fails')).returnValue).rejects.toThrow('declined');
    expect(error).toHaveBeenCalled();
  });
});

it.each([
  ['option_unknown', { on: { runFaild: () => {} } }],
  ['option_unknown', { loger: console }],
  ['option_invalid', { on: { runFailed: 'x' } }],
  ['option_invalid', { on: [] }],
  ['option_invalid', { logger: { info: () => {} } }],
  ['option_invalid', { logger: null }],
])('a mistake is refused: %s', async (errorCode, options) => {
  await createHarness(code);
  expect(() => configure(options as never)).toThrow(expect.objectContaining({ code: errorCode }) as Error);
});
