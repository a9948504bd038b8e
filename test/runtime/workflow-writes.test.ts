import { describe, expect, it } from 'vitest';
import { behaviourOf } from '../../runtime/journal/behaviours.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { getRun, resumeWebhook } from '../../runtime/entries/api.ts';
import { getStepMetadata, getWritable } from '../../runtime/entries/workflow.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import { Realm } from '../../runtime/replay/realm.ts';
import { replayJournal } from '../../runtime/replay/replay-journal.ts';
import { buildFromFunctions, type TestCode } from './build-from-functions.ts';
import { createHarness } from './harness.ts';
import { startSecondOwner } from './step-second-owner.ts';
import { VirtualClock } from './virtual-clock.ts';

type Workflow = TestCode['workflows'][string];

async function readAll(stream: ReadableStream<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const writeInStep = async (writable: WritableStream, ...chunks: unknown[]): Promise<void> => {
  const writer = writable.getWriter();
  for (const chunk of chunks) await writer.write(chunk);
};
const steps = {
  write: (...chunks: unknown[]) => writeInStep(getWritable(), ...chunks),
  work: (value: unknown) => value,
};

const writtenIn = (journal: JournalEvent[]) => journal.filter(({ type }) => type === 'stream_written');

/** Replays the journal against other code. */
function replay(main: Workflow, journal: JournalEvent[]): Error | null {
  const [created] = journal;
  if (created?.type !== 'run_created') throw new Error('a journal begins with run_created');
  const { workflowId, seed, payload: input } = created;
  const realm = new Realm(buildFromFunctions({ workflows: { main } }).bundle, { baseUrl: () => '', print: () => {} });
  const runId = 'wrun_1' as RunId;
  return replayJournal(
    runId,
    realm.openRun({ runId, workflowId, seed, behaviour: behaviourOf(created), input, patches: [] }),
    journal,
  );
}

describe('what a workflow writes', () => {
  it('reaches readers in order with what its steps write before and after', async () => {
    const { start, world } = await createHarness({
      workflows: {
        main: async ({ step, getWritable }) => {
          const writer = getWritable().getWriter();
          await writer.write('begun');
          await step('write')('step 1', 'step 2');
          await writer.write({ n: 3 });
          await writer.write(new Map([['four', 4]]));
          await step('write')('step 5');
          await writer.write('done');
        },
      },
      steps,
    });
    const run = await start('main');
    await run.returnValue;
    const chunks = ['begun', 'step 1', 'step 2', { n: 3 }, new Map([['four', 4]]), 'step 5', 'done'];
    await expect(readAll(run.readable)).resolves.toEqual(chunks);
    await expect(checkStore(world)).resolves.toEqual([]);
  });

  it('can be read while the run waits', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ createHook, getWritable }) => {
          await getWritable().getWriter().write('waiting');
          await createHook();
        },
      },
    });
    const run = await start('main');
    await expect(run.readable.getReader().read()).resolves.toEqual({ done: false, value: 'waiting' });
    await run.cancel();
  });

  it('is there once, however often the run is replayed', async () => {
    const { start, journal } = await createHarness(
      {
        workflows: {
          main: async ({ step, getWritable }) => {
            const writer = getWritable().getWriter();
            for (let n = 0; n < 100; n++) {
              await writer.write(n);
              await step('work')(n);
            }
          },
        },
        steps,
      },
      { env: { WORKFLOW_LIVE_RUNS: '0' } },
    );
    const run = await start('main');
    await run.returnValue;
    await expect(readAll(run.readable)).resolves.toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(writtenIn(await journal(run))).toHaveLength(100);
  });

  it('is stored with the turn: a worker that takes the run over writes it neither again nor twice', async () => {
    const clock = new VirtualClock();
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const code: TestCode = {
      workflows: {
        main: async ({ step, getWritable }) => {
          const writer = getWritable().getWriter();
          await writer.write('one');
          await step('pause')();
          await writer.write('two');
        },
      },
      steps: {
        pause: async () => {
          if (getStepMetadata().attempt > 1) return;
          begun.resolve();
          await released.promise;
        },
      },
    };
    const first = await createHarness(code, { clock });
    const run = await first.start('main');
    await begun.promise;
    await startSecondOwner(code, first, clock);
    await getRun(run.runId).returnValue;
    // The first owner still holds the run for its own; what it commits now is refused.
    const refused = Promise.withResolvers<void>();
    const { world } = first;
    const commit = world.commit.bind(world);
    world.commit = async (request) => {
      const outcome = await commit(request);
      if (request.appends && !outcome.ok) refused.resolve();
      return outcome;
    };
    released.resolve();
    await refused.promise;
    await expect(readAll(getRun(run.runId).readable)).resolves.toEqual(['one', 'two']);
  });

  it('is lost with a commit that the store never took, and written by the turn that is made again', async () => {
    const { start, world } = await createHarness({
      workflows: {
        main: async ({ step, getWritable }) => {
          await step('work')(1);
          await getWritable().getWriter().write('after the step');
        },
      },
      steps,
    });
    const commit = world.commit.bind(world);
    let refusals = 2;
    world.commit = async (request) => {
      if (request.appends && refusals-- > 0) throw Object.assign(new Error('no answer'), { isTransient: true });
      return await commit(request);
    };
    const run = await start('main');
    await run.returnValue;
    await expect(readAll(run.readable)).resolves.toEqual(['after the step']);
  });

  it('is there once when the answer of the store to the commit was lost', async () => {
    const { start, world } = await createHarness({
      workflows: {
        main: async ({ step, getWritable }) => {
          const writer = getWritable().getWriter();
          await step('work')(1);
          await writer.write('once');
          await step('work')(2);
          await writer.write('and the next');
        },
      },
      steps,
    });
    const commit = world.commit.bind(world);
    let losses = 1;
    world.commit = async (request) => {
      const outcome = await commit(request);
      if (request.appends && losses-- > 0) throw new Error('the answer was lost');
      return outcome;
    };
    const run = await start('main');
    await run.returnValue;
    await expect(readAll(run.readable)).resolves.toEqual(['once', 'and the next']);
  });

  it('is not in the journal, which only tells how much it was', async () => {
    const { start, journal } = await createHarness({
      workflows: {
        main: async ({ getWritable }) => {
          const [text, logs] = [getWritable().getWriter(), getWritable({ namespace: 'logs' }).getWriter()];
          for (let n = 0; n < 10; n++) await text.write(`secret ${n}`);
          await logs.write('a line');
          await text.write('secret 10');
        },
      },
    });
    const run = await start('main');
    await run.returnValue;
    const events = await journal(run);
    expect(JSON.stringify(events)).not.toContain('secret');
    expect(writtenIn(events)).toMatchObject([
      { stream: 'default', chunks: 10 },
      { stream: 'ns:logs', chunks: 1 },
      { stream: 'default', chunks: 1 },
    ]);
    const shown = await run.journal();
    expect(shown.filter(({ type }) => type === 'stream_written').map(({ details }) => details)).toEqual([
      { chunks: 10 },
      { namespace: 'logs', chunks: 1 },
      { chunks: 1 },
    ]);
  });

  it('can be 10,000 chunks in one turn', async () => {
    const { start, journal } = await createHarness({
      workflows: {
        main: async ({ getWritable }) => {
          const writer = getWritable().getWriter();
          for (let n = 0; n < 10_000; n++) void writer.write({ n });
        },
      },
    });
    const run = await start('main');
    await run.returnValue;
    const chunks = await readAll(run.readable);
    expect(chunks).toHaveLength(10_000);
    expect(chunks.at(-1)).toEqual({ n: 9_999 });
    expect(writtenIn(await journal(run))).toHaveLength(1);
  });

  it('is what the value was at the call; bytes stay bytes', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ getWritable }) => {
          const writer = getWritable().getWriter();
          const list = [1];
          const bytes = new Uint8Array([1, 2, 3, 4]);
          void writer.write(list);
          void writer.write(bytes.subarray(1, 3));
          void writer.write(new Uint8Array());
          list.push(2);
          bytes.fill(0);
        },
      },
    });
    const run = await start('main');
    await run.returnValue;
    await expect(readAll(run.readable)).resolves.toEqual([[1], new Uint8Array([2, 3]), new Uint8Array()]);
  });

  it('belongs to the turn that a payload began, and to the one that a lost token began', async () => {
    const { start, untilEvent, journal } = await createHarness({
      workflows: {
        main: async ({ createWebhook, createHook, getWritable }) => {
          const writer = getWritable().getWriter();
          const webhook = createWebhook();
          await writer.write('open');
          await writer.write(await (await webhook).text());
          const [held, lost] = [createHook({ token: 'held' }), createHook({ token: 'held' })];
          await writer.write('two hooks');
          await lost.then(null, (error: Error) => writer.write(error.name));
          held.dispose();
        },
      },
    });
    const run = await start('main');
    const opened = (await untilEvent(run, 'hook_created')).find((event) => event.type === 'hook_created');
    await resumeWebhook(opened!.token, new Request('http://localhost', { method: 'POST', body: 'posted' }));
    await run.returnValue;
    await expect(readAll(run.readable)).resolves.toEqual(['open', 'posted', 'two hooks', 'HookConflictError']);
    expect(writtenIn(await journal(run))).toHaveLength(4);
  });

  it('includes what the end of the run says, be it a result, an error or a cancel', async () => {
    const { start, untilEvent } = await createHarness({
      workflows: {
        main: async ({ createHook, getWritable }, how: string) => {
          const writer = getWritable().getWriter();
          try {
            if (how === 'cancelled') await createHook();
            if (how === 'failed') throw new Error('broken');
          } finally {
            await writer.write(how);
          }
        },
      },
    });
    for (const how of ['completed', 'failed', 'cancelled']) {
      const run = await start('main', how);
      if (how === 'cancelled') {
        await untilEvent(run, 'hook_created');
        await run.cancel();
      }
      await run.returnValue.catch(() => {});
      await expect(run.status).resolves.toBe(how);
      await expect(readAll(run.readable)).resolves.toEqual([how]);
    }
  });

  it('goes on in the same stream when the run begins anew', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, continueAs, getWritable }, round: number) => {
          await getWritable().getWriter().write(round);
          await step('work')(round);
          if (round < 3) await continueAs([round + 1]);
        },
      },
      steps,
    });
    const run = await start('main', 1);
    await run.returnValue;
    await expect(readAll(run.readable)).resolves.toEqual([1, 2, 3]);
  });

  it('is in the streams of a retry and of a fork, too', async () => {
    let isBroken = true;
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, getWritable }) => {
          const writer = getWritable().getWriter();
          await writer.write('begun');
          await step('work')(1);
          await writer.write('worked');
          await step('fail')();
          await writer.write('done');
        },
      },
      steps: {
        ...steps,
        fail: Object.assign(
          () => {
            if (isBroken) throw new Error('broken');
          },
          { maxRetries: 0 },
        ),
      },
    });
    const run = await start('main');
    await expect(run.returnValue).rejects.toThrow('broken');
    isBroken = false;
    const retried = await run.retry();
    await retried.returnValue;
    await expect(readAll(run.readable)).resolves.toEqual(['begun', 'worked']);
    await expect(readAll(retried.readable)).resolves.toEqual(['begun', 'worked', 'done']);
    const fork = await retried.fork();
    await fork.returnValue;
    await expect(readAll(fork.readable)).resolves.toEqual(['begun', 'worked', 'done']);
  });
});

describe('replay', () => {
  const recorded: Workflow = async ({ step, getWritable }) => {
    const writer = getWritable().getWriter();
    await writer.write('a');
    await writer.write('b');
    await step('work')();
    await writer.close();
  };

  it.each<[string, Workflow, RegExp]>([
    [
      'another chunk',
      async ({ getWritable }) => {
        const writer = getWritable().getWriter();
        await writer.write('a');
        await writer.write('c');
        await new Promise(() => {});
      },
      /has a write of 2 chunks to the stream "default", .* asked for a write of 2 chunks/,
    ],
    [
      'the same text in other chunks',
      async ({ getWritable }) => {
        const writer = getWritable().getWriter();
        await writer.write('ab');
        await new Promise(() => {});
      },
      /asked for a write of 1 chunk to the stream/,
    ],
    [
      'another stream',
      async ({ getWritable }) => {
        const writer = getWritable({ namespace: 'b' }).getWriter();
        await writer.write('a');
        await writer.write('b');
        await new Promise(() => {});
      },
      /chunks to the stream "ns:b"/,
    ],
    [
      'no end of the stream',
      async ({ step, getWritable }) => {
        const writer = getWritable().getWriter();
        await writer.write('a');
        await writer.write('b');
        await step('work')();
      },
      /has the end of the stream "default", .* asked for the end of the run/,
    ],
  ])('finds out that the code writes something else: %s', async (_, other, message) => {
    const { start, journal } = await createHarness({ workflows: { main: recorded }, steps });
    const run = await start('main');
    await run.returnValue;
    expect(replay(recorded, await journal(run))).toBeNull();
    const diverged = replay(other, await journal(run));
    expect(diverged).toMatchObject({ code: 'run_diverged', message: expect.stringMatching(message) });
  });
});
