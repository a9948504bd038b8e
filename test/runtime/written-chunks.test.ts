/** Chunks of a step call: another attempt reads them back, and any attempt can start over. */
import { describe, expect, it } from 'vitest';
import { readStream, readWritten, restartWriting } from '../../runtime/entries/agent.ts';
import { getStepMetadata, getWritable } from '../../runtime/entries/workflow.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { createHarness, nextChange, type Harness } from './harness.ts';
import { startSecondOwner } from './step-second-owner.ts';
import { VirtualClock } from './virtual-clock.ts';

const BYTES = new Uint8Array([1, 2, 3]);

/** A workflow of one step, which does at each attempt what is listed for it. */
const oneStep = (...attempts: (() => Promise<unknown>)[]) => ({
  workflows: { main: async ({ step }: any) => await step('write')() },
  steps: { write: () => attempts[getStepMetadata().attempt - 1]!() },
});

async function writeAll(writable: WritableStream, ...chunks: unknown[]): Promise<void> {
  const writer = writable.getWriter();
  for (const chunk of chunks) await writer.write(chunk);
  writer.releaseLock();
}

const failAfter =
  (...chunks: unknown[]) =>
  async () => {
    await writeAll(getWritable(), ...chunks);
    throw new Error('failed after writing');
  };

/** All chunks by index, as they are stored. */
async function readStored({ world }: Harness, { runId }: { runId: string }): Promise<unknown[]> {
  const { chunks } = await world.readChunks(runId as RunId, 'default', 0, 1_000);
  return chunks.map((chunk) => (typeof chunk === 'string' ? (JSON.parse(chunk) as { json: unknown }).json : chunk));
}

describe('readWritten()', () => {
  it('gives a first attempt nothing, and each later one what its call wrote before', async () => {
    const read: unknown[] = [];
    const note = async (): Promise<void> => void read.push(await readWritten(getWritable()));
    const { start } = await createHarness(
      oneStep(
        async () => {
          await note();
          await failAfter('a', { at: new Date(5) }, BYTES)();
        },
        async () => {
          await note();
          await failAfter('a', 'b')();
        },
        note,
      ),
    );
    await (
      await start('main')
    ).returnValue;
    expect(read).toEqual([[], ['a', { at: new Date(5) }, BYTES], ['a', 'b']]);
  });

  it('leaves out what other calls and the workflow wrote, which readStream() has', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, getWritable: open }) => {
          await step('write')('other');
          const writer = open().getWriter();
          void writer.write('of the workflow');
          writer.releaseLock();
          return await step('again')(open());
        },
      },
      steps: {
        write: (chunk: string) => writeAll(getWritable(), chunk),
        again: async (writable: WritableStream) => {
          if (getStepMetadata().attempt === 1) await failAfter('own')();
          const writer = writable.getWriter();
          void writer.write('own');
          void writer.write('more');
          return [await readWritten(writable), await readStream(writable)];
        },
      },
    });
    await expect((await start('main')).returnValue).resolves.toEqual([
      ['own', 'more'],
      ['other', 'of the workflow', 'own', 'more'],
    ]);
  });

  it('gives what an attempt wrote whose process was killed', async () => {
    const clock = new VirtualClock();
    const begun = Promise.withResolvers<void>();
    const stalled = Promise.withResolvers<void>();
    const code = oneStep(
      async () => {
        await writeAll(getWritable(), 'half', 'of it');
        begun.resolve();
        await stalled.promise;
      },
      async () => await readWritten(getWritable()),
    );
    const first = await createHarness(code, { clock });
    const run = await first.start('main');
    await begun.promise;
    await untilStored(first, run.runId as RunId, 2);
    const second = await startSecondOwner(code, first, clock);
    const journal = await second.untilEvent(run, 'run_completed');
    expect(journal.at(-1)).toMatchObject({ type: 'run_completed', payload: '{"json":["half","of it"]}' });
    stalled.resolve();
  });

  it('is refused outside of a step, and for a stream of no run', async () => {
    await expect(readWritten(new WritableStream())).rejects.toMatchObject({ code: 'context_not_in_step' });
    await expect(restartWriting(new WritableStream())).rejects.toMatchObject({ code: 'context_not_in_step' });
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('try')() },
      steps: {
        try: async () =>
          await Promise.all(
            [readWritten, restartWriting, readStream].map((use) =>
              use(new TransformStream().writable).catch(({ code }: { code: string }) => code),
            ),
          ),
      },
    });
    const refused = 'writable_not_of_run';
    await expect((await start('main')).returnValue).resolves.toEqual([refused, refused, refused]);
  });
});

/** Resolves when the default stream of a run has so many chunks in the store. */
async function untilStored({ world }: Harness, runId: RunId, chunks: number): Promise<void> {
  for (;;) {
    const changed = nextChange(world);
    const { nextIndex } = await world.readChunks(runId, 'default', 0, 1);
    if (nextIndex >= chunks) return;
    await changed;
  }
}

describe('restartWriting()', () => {
  it('lets a later attempt keep what is the same, and drop the rest when it differs', async () => {
    const harness = await createHarness(
      oneStep(failAfter('0', 'a1', 'a2'), async () => {
        const writable = getWritable();
        await writeAll(writable, '0', 'a1');
        await restartWriting(writable);
        await writeAll(writable, '0', 'b1', 'b2');
      }),
    );
    const run = await harness.start('main');
    await run.returnValue;
    expect(await readStored(harness, run)).toEqual(['0', null, null, 'b1', 'b2']);
  });

  it('replaces in a first attempt what it wrote itself, also what nobody awaited', async () => {
    const harness = await createHarness(
      oneStep(async () => {
        const writer = getWritable().getWriter();
        for (const chunk of ['a0', 'a1', 'a2']) void writer.write(chunk);
        await restartWriting(getWritable());
        void writer.write('b0');
      }),
    );
    const run = await harness.start('main');
    await run.returnValue;
    expect(await readStored(harness, run)).toEqual([null, null, null, 'b0']);
  });

  it('drops what was written when nothing comes after it', async () => {
    const harness = await createHarness(
      oneStep(async () => {
        await writeAll(getWritable(), 'a0', 'a1');
        await restartWriting(getWritable());
      }),
    );
    const run = await harness.start('main');
    await run.returnValue;
    expect(await readStored(harness, run)).toEqual([null, null]);
  });

  it('keeps in their places the chunks that are written again as they were', async () => {
    const harness = await createHarness(
      oneStep(async () => {
        await writeAll(getWritable(), 'a0', 'a1', 'a2');
        await restartWriting(getWritable());
        await writeAll(getWritable(), 'a0', 'a1');
        return await readWritten(getWritable());
      }),
    );
    const run = await harness.start('main');
    await expect(run.returnValue).resolves.toEqual(['a0', 'a1', 'a2']);
    expect(await readStored(harness, run)).toEqual(['a0', 'a1', null]);
  });

  it('can be asked for by several at once', async () => {
    const harness = await createHarness(
      oneStep(async () => {
        void getWritable().getWriter().write('a0');
        const restarts = [restartWriting(getWritable()), restartWriting(getWritable())];
        await Promise.all([...restarts, readWritten(getWritable())]);
        await writeAll(getWritable(), 'b0');
      }),
    );
    const run = await harness.start('main');
    await run.returnValue;
    expect(await readStored(harness, run)).toEqual([null, 'b0']);
  });

  it('leaves other streams of the step alone', async () => {
    const harness = await createHarness(
      oneStep(async () => {
        await writeAll(getWritable({ namespace: 'logs' }), 'kept');
        await writeAll(getWritable(), 'dropped');
        await restartWriting(getWritable());
        return await readStream(getWritable({ namespace: 'logs' }));
      }),
    );
    await expect((await harness.start('main')).returnValue).resolves.toEqual(['kept']);
  });
});
