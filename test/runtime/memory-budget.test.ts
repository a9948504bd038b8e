/** Readers and writers of streams hold bytes, not counts, and never wait for each other for ever. */
import { describe, expect, it } from 'vitest';
import { getRun } from '../../runtime/entries/api.ts';
import { createWorld } from '../../runtime/entries/runtime.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import type { Chunk, World } from '../../runtime/world/world.ts';
import { createHarness } from './harness.ts';

const CHUNK = 'x'.repeat(100_000);
const COUNT = 60;

const writesChunks = {
  workflows: { main: async ({ step }: any) => await step('write')() },
  steps: {
    async write() {
      const writer = getWritable().getWriter();
      for (let n = 0; n < COUNT; n += 1) await writer.write(CHUNK + n);
      writer.releaseLock();
    },
  },
};

/** A World that notes the bytes of its pages and of the appends that it has not answered. */
async function createWatchedWorld() {
  const world = await createWorld({ kind: 'memory' });
  const seen = { pageBytes: 0, appendBytes: 0, underWayBytes: 0, answers: Promise.resolve() };
  const sum = (chunks: readonly (Chunk | null)[]): number =>
    chunks.reduce((bytes, chunk) => bytes + (chunk?.length ?? 0), 0);
  const watched: World = new Proxy(world, {
    get(target, name: keyof World) {
      if (name === 'readChunks') {
        return async (...args: Parameters<World['readChunks']>) => {
          const page = await target.readChunks(...args);
          seen.pageBytes = Math.max(seen.pageBytes, sum(page.chunks));
          return page;
        };
      }
      if (name === 'appendChunks') {
        return async (...args: Parameters<World['appendChunks']>) => {
          seen.underWayBytes += sum(args[2]);
          seen.appendBytes = Math.max(seen.appendBytes, seen.underWayBytes);
          await seen.answers;
          const outcome = await target.appendChunks(...args);
          seen.underWayBytes -= sum(args[2]);
          return outcome;
        };
      }
      const member: unknown = target[name];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { world: watched, seen };
}

async function count(stream: ReadableStream<unknown>): Promise<number> {
  let chunks = 0;
  for await (const _ of stream) chunks += 1;
  return chunks;
}

describe('readers of large chunks', () => {
  it('get pages of half a megabyte, and less when there are many of them', async () => {
    const { world, seen } = await createWatchedWorld();
    const { start } = await createHarness(writesChunks, { world, env: { WORKFLOW_MEMORY_MB: '1' } });
    const run = await start('main');
    await run.returnValue;
    await expect(count(getRun(run.runId).readable)).resolves.toBe(COUNT);
    expect(seen.pageBytes).toBeLessThan(700_000);

    seen.pageBytes = 0;
    const stalled = Array.from({ length: 20 }, () => getRun(run.runId).readable.getReader());
    for (const reader of stalled) await reader.read();
    const others = Array.from({ length: 20 }, () => count(getRun(run.runId).readable));
    await expect(Promise.all(others)).resolves.toEqual(others.map(() => COUNT));
    for (const reader of stalled) {
      let chunks = 1;
      while (!(await reader.read()).done) chunks += 1;
      expect(chunks).toBe(COUNT);
    }
  });

  it('go on while writers wait for a store that does not answer', async () => {
    const answers = Promise.withResolvers<void>();
    const { world, seen } = await createWatchedWorld();
    const { start } = await createHarness(writesChunks, { world, env: { WORKFLOW_MEMORY_MB: '1' } });
    const run = await start('main');
    await run.returnValue;
    seen.answers = answers.promise;
    const writing = await Promise.all(Array.from({ length: 5 }, () => start('main')));
    await expect.poll(() => seen.underWayBytes).toBeGreaterThan(500_000);
    await expect(count(getRun(run.runId).readable)).resolves.toBe(COUNT);
    expect(seen.underWayBytes).toBeLessThan(1_100_000);
    answers.resolve();
    for (const { returnValue } of writing) await returnValue;
  });
});

describe('a writer of large chunks', () => {
  it('waits for the store: a commit has little more than a megabyte', async () => {
    const { world, seen } = await createWatchedWorld();
    const { start } = await createHarness(writesChunks, { world });
    await (
      await start('main')
    ).returnValue;
    expect(seen.appendBytes).toBeLessThan(1_300_000);
  });

  it('that awaits nothing loses nothing, and its values are stored as they were when they were written', async () => {
    const { start } = await createHarness({
      workflows: writesChunks.workflows,
      steps: {
        async write() {
          const writer = getWritable().getWriter();
          const value = { n: 0, text: CHUNK };
          for (value.n = 0; value.n < COUNT; value.n += 1) void writer.write(value);
        },
      },
    });
    const run = await start('main');
    await run.returnValue;
    const numbers: number[] = [];
    for await (const { n } of run.readable as ReadableStream<{ n: number }>) numbers.push(n);
    expect(numbers).toEqual(Array.from({ length: COUNT }, (_, n) => n));
  });

  it('sees in `ready` and `desiredSize` how many bytes wait', async () => {
    const sizes: (number | null)[] = [];
    const { start } = await createHarness({
      workflows: writesChunks.workflows,
      steps: {
        async write() {
          const writer = getWritable().getWriter();
          await writer.ready;
          sizes.push(writer.desiredSize);
          const written = Array.from({ length: 11 }, (_, n) => writer.write(CHUNK + n));
          sizes.push(writer.desiredSize);
          await writer.ready;
          sizes.push(writer.desiredSize);
          await Promise.all(written);
        },
      },
    });
    await (
      await start('main')
    ).returnValue;
    expect(sizes[0]).toBe(1024 * 1024);
    expect(sizes[1]).toBeLessThan(0);
    expect(sizes[2]).toBeGreaterThan(0);
  });
});
