import { describe, expect, it } from 'vitest';
import { getRun } from '../../runtime/entries/api.ts';
import { createWorld } from '../../runtime/entries/runtime.ts';
import { getStepMetadata, getWritable, heartbeat } from '../../runtime/entries/workflow.ts';
import { gatherWrites } from '../../runtime/entries/agent.ts';
import type { World } from '../../runtime/world/world.ts';
import { createHarness } from './harness.ts';
import { startSecondOwner, withoutClose } from './step-second-owner.ts';
import { VirtualClock } from './virtual-clock.ts';

async function readAll(stream: ReadableStream<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

async function writeAll(chunks: unknown[], namespace?: string): Promise<void> {
  const writer = getWritable(namespace === undefined ? {} : { namespace }).getWriter();
  for (const chunk of chunks) await writer.write(chunk);
  writer.releaseLock();
}

/** A workflow of one step, which does at each attempt what is listed for it. */
const oneStep = (...attempts: (() => Promise<unknown>)[]) => ({
  workflows: { main: async ({ step }: any) => await step('write')().catch((error: Error) => error.message) },
  steps: { write: () => attempts[getStepMetadata().attempt - 1]!() },
});

const failAfter = (write: () => Promise<unknown>) => async () => {
  await write();
  throw new Error('failed after writing');
};

describe('what a failed attempt wrote to a stream', () => {
  it('is replaced by what the next attempt writes, and what that one did not write is gone', async () => {
    const { start } = await createHarness(
      oneStep(
        failAfter(() => writeAll(['old 0', 'old 1', 'old 2'])),
        () => writeAll(['new 0']),
      ),
    );
    const run = await start('main');
    await run.returnValue;
    await expect(readAll(run.readable)).resolves.toEqual(['new 0']);
  });

  it('is dropped also when the next attempt never opens that stream', async () => {
    const { start } = await createHarness(
      oneStep(
        failAfter(() => writeAll(['progress'], 'logs')),
        () => writeAll(['result']),
      ),
    );
    const run = await start('main');
    await run.returnValue;
    await expect(readAll(run.getReadable({ namespace: 'logs' }))).resolves.toEqual([]);
    await expect(readAll(run.readable)).resolves.toEqual(['result']);
  });

  it('is shown once when the same is written again, also to a reader that followed all the time', async () => {
    const followed = Promise.withResolvers<void>();
    const { start } = await createHarness(
      oneStep(
        failAfter(async () => {
          await writeAll([0, 1, 2]);
          await followed.promise;
        }),
        () => writeAll([0, 1, 2, 3, 4]),
      ),
    );
    const run = await start('main');
    const reader = run.readable.getReader();
    const chunks = [(await reader.read()).value, (await reader.read()).value];
    followed.resolve();
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    expect(chunks).toEqual([0, 1, 2, 3, 4]);
    await expect(readAll(run.readable)).resolves.toEqual([0, 1, 2, 3, 4]);
  });

  it('leaves the chunks of other steps where they are, so that indexes keep their meaning', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step }) => {
          await step('write')(['first'], 0);
          await step('write')(['a', 'b', 'c'], 1);
          await step('write')(['last'], 0);
        },
      },
      steps: {
        write: async (chunks: string[], failures: number) => {
          const { attempt } = getStepMetadata();
          await writeAll(attempt > failures ? chunks.slice(0, 1) : chunks);
          if (attempt <= failures) throw new Error('again');
        },
      },
    });
    const run = await start('main');
    await run.returnValue;
    await expect(readAll(run.readable)).resolves.toEqual(['first', 'a', 'last']);
    await expect(run.readable.getTailIndex()).resolves.toBe(4);
    await expect(readAll(run.getReadable({ startIndex: 2 }))).resolves.toEqual(['last']);
    await expect(readAll(run.getReadable({ startIndex: -1 }))).resolves.toEqual(['last']);
  });

  it('stays when it was the last attempt, and only what that one wrote', async () => {
    const code = oneStep(
      failAfter(() => writeAll(['old 0', 'old 1'])),
      failAfter(() => writeAll(['last words'])),
    );
    Object.assign(code.steps.write, { maxRetries: 1 });
    const { start } = await createHarness(code);
    const run = await start('main');
    await expect(run.returnValue).resolves.toBe('failed after writing');
    await expect(readAll(run.readable)).resolves.toEqual(['last words']);
  });
});

describe('what an attempt wrote before one that was told to stop', () => {
  it('stays, because readers who follow have it already and the attempt after it may write the same', async () => {
    const world = await createWorld({ kind: 'memory' });
    const stopped = Promise.withResolvers<void>();
    const code = oneStep(
      failAfter(() => writeAll(['same'])),
      async () => {
        const { signal } = getStepMetadata();
        loseNextAnswer(world);
        heartbeat('under way');
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        stopped.resolve();
        throw signal.reason as Error;
      },
      () => writeAll(['same', 'more']),
    );
    const { start } = await createHarness(code, { world });
    const run = await start('main');
    const chunks = readAll(run.readable);
    await stopped.promise;
    await run.returnValue;
    await expect(chunks).resolves.toEqual(['same', 'more']);
  });
});

/** The next commit takes effect, but its answer is lost: its run is taken up once more, by the same worker. */
function loseNextAnswer(world: World): void {
  const { commit } = world;
  world.commit = async (request) => {
    world.commit = commit;
    await commit.call(world, request);
    throw new Error('the answer was lost');
  };
}

describe('what an attempt wrote whose process was stopped', () => {
  it('is replaced by what the attempt writes that another process begins', async () => {
    const clock = new VirtualClock();
    const world = await createWorld({ kind: 'memory' });
    const written = Promise.withResolvers<void>();
    const server = { isStopped: false };
    const code = {
      workflows: { main: async ({ step }: any) => await step('write')() },
      steps: {
        write: async () => {
          if (server.isStopped) return await writeAll(['new 0']);
          await writeAll(['old 0', 'old 1']);
          const { signal } = getStepMetadata();
          signal.addEventListener('abort', () => (server.isStopped = true));
          written.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
      },
    };
    const first = await createHarness(code, { clock, world: withoutClose(world) });
    const { runId } = await first.start('main');
    await written.promise;
    const closed = first.runtime.close();
    while (!server.isStopped) {
      clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await closed;
    await createHarness(code, { clock, world });
    const run = getRun(runId);
    await run.returnValue;
    await expect(readAll(run.readable)).resolves.toEqual(['new 0']);
  });
});

describe('an attempt that is over', () => {
  it('cannot write any more after its time-out, and its writes that nobody awaits harm nobody', async () => {
    const clock = new VirtualClock();
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listen);
    const begun = Promise.withResolvers<void>();
    const wakeUp = Promise.withResolvers<void>();
    const awake = Promise.withResolvers<unknown>();
    const code = oneStep(
      async () => {
        const writer = getWritable().getWriter();
        await writer.write('early');
        begun.resolve();
        await wakeUp.promise;
        void writer.write('late');
        const other = getWritable({ namespace: 'other' }).getWriter();
        const results = await Promise.allSettled([writer.write('later'), other.write('late')]);
        awake.resolve(results.map((result) => result.status === 'rejected' && result.reason));
      },
      async () => {
        wakeUp.resolve();
        await awake.promise;
        await writeAll(['second']);
      },
    );
    Object.assign(code.steps.write, { timeout: '1s' });
    const { start } = await createHarness(code, { clock });
    const run = await start('main');
    await begun.promise;
    clock.advance(1_000);
    const superseded = { code: 'step_superseded', cause: { code: 'step_timed_out' } };
    await expect(awake.promise).resolves.toMatchObject([superseded, superseded]);
    await run.returnValue;
    await expect(readAll(run.readable)).resolves.toEqual(['second']);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
  });

  it('cannot write or close when another process owns its run, and is told so', async () => {
    const clock = new VirtualClock();
    const begun = Promise.withResolvers<void>();
    const wakeUp = Promise.withResolvers<void>();
    const awake = Promise.withResolvers<unknown>();
    const hold = Promise.withResolvers<void>();
    const code = oneStep(
      async () => {
        const writer = getWritable().getWriter();
        await writer.write('stalled');
        begun.resolve();
        await wakeUp.promise;
        awake.resolve(await writer.close().catch((error: unknown) => error));
      },
      async () => {
        await writeAll(['second']);
        wakeUp.resolve();
        await hold.promise;
        await writeAll(['third']);
      },
    );
    const first = await createHarness(code, { clock });
    const run = await first.start('main');
    await begun.promise;
    await startSecondOwner(code, first, clock);
    await expect(awake.promise).resolves.toMatchObject({ code: 'step_superseded' });
    hold.resolve();
    await getRun(run.runId).returnValue;
    await expect(readAll(run.readable)).resolves.toEqual(['second', 'third']);
  });
});

describe('a write that a stream refuses and that nobody awaits', () => {
  it('fails the attempt, instead of ending the process or being lost in silence', async () => {
    const code = oneStep(
      async () => {
        const writer = getWritable().getWriter();
        void writer.close();
        void writer.write('after the end');
      },
      async () => 'second',
    );
    const { start } = await createHarness(code);
    await expect((await start('main')).returnValue).resolves.toBe('second');
  });

  it('is no failure when the step gave the stream up itself', async () => {
    const code = oneStep(async () => {
      const writer = getWritable().getWriter();
      await writer.write('kept');
      void writer.write('given up');
      await writer.abort();
      return 'first';
    });
    const { start } = await createHarness(code);
    const run = await start('main');
    await expect(run.returnValue).resolves.toBe('first');
  });
});

describe('what a step writes last', () => {
  async function writeGathered(chunks: unknown[]): Promise<void> {
    gatherWrites(getWritable());
    await writeAll(chunks);
  }

  it('is stored with its result where it is gathered: who reads it finds the result there', async () => {
    const { start, world, journal } = await createHarness(oneStep(() => writeGathered(['first', 'last'])));
    const run = await start('main');
    const stop = Promise.withResolvers<string[]>();
    const unsubscribe = world.subscribe(({ kind }) => {
      if (kind === 'chunks') stop.resolve(journal(run).then((events) => events.map(({ type }) => type)));
    });
    await expect(stop.promise).resolves.toContain('step_completed');
    unsubscribe();
    await expect(readAll(run.readable)).resolves.toEqual(['first', 'last']);
  });

  it('is stored without it when nobody waits for that any more', async () => {
    const continued = Promise.withResolvers<void>();
    const { start, world } = await createHarness({
      workflows: {
        main: async ({ step, continueAs, createHook }, round: number) => {
          if (round === 2) {
            await step('begin')();
            return await createHook({ token: 'end' });
          }
          void step('write')();
          return await continueAs([2]);
        },
      },
      steps: {
        begin: () => continued.resolve(),
        write: async () => {
          await continued.promise;
          await writeGathered(['late']);
        },
      },
    });
    const run = await start('main', 1);
    const { value } = await run.readable.getReader().read();
    expect(value).toBe('late');
    await world.deliverToHook('end', '[1]', Date.now());
    await run.returnValue;
  });

  it('is stored when it was written just before a time-out', async () => {
    const clock = new VirtualClock();
    const written = Promise.withResolvers<void>();
    const code = oneStep(async () => {
      await writeGathered(['so far']);
      written.resolve();
      await new Promise(() => {});
    });
    Object.assign(code.steps.write, { timeout: 10, maxRetries: 0 });
    const { start } = await createHarness(code, { clock });
    const run = await start('main');
    await written.promise;
    clock.advance(10);
    await expect(run.returnValue).resolves.toMatch(/timed out|10 ms|took longer/);
    await expect(readAll(run.readable)).resolves.toEqual(['so far']);
  });
});
