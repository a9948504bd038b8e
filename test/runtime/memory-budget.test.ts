/** Readers and writers of streams hold bytes, not counts, and never wait for each other for ever. */
import { describe, expect, it } from 'vitest';
import { getRun } from '../../runtime/entries/api.ts';
import { createWorld } from '../../runtime/entries/runtime.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import type { Chunk, World } from '../../runtime/world/world.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness, type Harness } from './harness.ts';

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

/** A World that notes the bytes of its pages and of the appends that it has not answered, and can be held up. */
async function createWatchedWorld() {
  const world = await createWorld({ kind: 'memory' });
  const seen = {
    pageBytes: 0,
    readBytes: 0,
    pages: 0,
    appendBytes: 0,
    underWayBytes: 0,
    journalBytes: 0,
    answers: Promise.resolve(),
    commits: Promise.resolve(),
  };
  const sum = (chunks: readonly (Chunk | null)[]): number =>
    chunks.reduce((bytes, chunk) => bytes + (chunk?.length ?? 0), 0);
  const watched: World = new Proxy(world, {
    get(target, name: keyof World) {
      if (name === 'readChunks') {
        return async (...args: Parameters<World['readChunks']>) => {
          const page = await target.readChunks(...args);
          seen.pageBytes = Math.max(seen.pageBytes, sum(page.chunks));
          seen.readBytes += sum(page.chunks);
          seen.pages += 1;
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
      if (name === 'readJournal') {
        return async (...args: Parameters<World['readJournal']>) => {
          const page = await target.readJournal(...args);
          seen.journalBytes = Math.max(seen.journalBytes, JSON.stringify(page).length);
          return page;
        };
      }
      if (name === 'commit') {
        return async (...args: Parameters<World['commit']>) => {
          await seen.commits;
          return await target.commit(...args);
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

  it('read each chunk about once when many read at once, and keep their pace beside many that have stopped', async () => {
    const { world, seen } = await createWatchedWorld();
    const { workflows } = writesChunks;
    const chunk = 'x'.repeat(10_000);
    const write = async () => {
      const writer = getWritable().getWriter();
      for (let n = 0; n < 300; n += 1) await writer.write(chunk);
    };
    const { start } = await createHarness({ workflows, steps: { write } }, { world, env: { WORKFLOW_MEMORY_MB: '1' } });
    const run = await start('main');
    await run.returnValue;
    const read = () => count(getRun(run.runId).readable);

    seen.readBytes = 0;
    await Promise.all(Array.from({ length: 30 }, read));
    expect(seen.readBytes).toBeLessThan(30 * 300 * chunk.length * 1.5);

    seen.pages = 0;
    await read();
    const alone = seen.pages;
    const stopped = Array.from({ length: 60 }, () => getRun(run.runId).readable.getReader());
    for (const reader of stopped) await reader.read();
    await read();
    seen.pages = 0;
    await read();
    expect(seen.pages).toBeLessThan(alone * 3);
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

const LARGE = 100_000;

/** Asks for many results at once, then waits, then goes on. */
const wantsResults = {
  workflows: {
    main: async ({ step, sleep }: any, count: number) => {
      const lengths = Array.from({ length: count }, (_, n) => step('large')(n).then((text: string) => text.length));
      let sum = 0;
      for (const length of await Promise.all(lengths)) sum += length;
      await sleep(1);
      return sum + (await step('large')(count)).length;
    },
  },
  steps: { large: async (n: number) => String.fromCharCode(97 + (n % 26)).repeat(LARGE) },
};

/** The most bytes that the process has held since the last question, and those that it holds now. */
async function bytesOf({ runtime }: Harness): Promise<{ most: number; held: number }> {
  const { memory } = await runtime.connect();
  return { most: memory.takeMostBytes(), held: memory.heldBytes };
}

describe('journals that are larger than the memory', () => {
  it('are replayed page by page, and nothing of them is held afterwards', async () => {
    const { world, seen } = await createWatchedWorld();
    const env = { WORKFLOW_MEMORY_MB: '2', WORKFLOW_LIVE_RUNS: '0' };
    const harness = await createHarness(wantsResults, { world, env });
    const runs = await Promise.all([60, 61, 62].map((count) => harness.start('main', count)));
    for (const [i, run] of runs.entries()) await expect(run.returnValue).resolves.toBe((61 + i) * LARGE);
    expect(seen.journalBytes).toBeGreaterThan(500_000);
    expect(seen.journalBytes).toBeLessThan(1_400_000);
    const { most, held } = await bytesOf(harness);
    expect(most).toBeLessThan(3_300_000);
    expect(held).toBe(0);
  });
});

describe('results of steps', () => {
  it('wait for room while the store does not answer, and no further step begins', async () => {
    const { world, seen } = await createWatchedWorld();
    const begun: number[] = [];
    const code = { ...wantsResults, steps: { large: (n: number) => (begun.push(n), wantsResults.steps.large(n)) } };
    const harness = await createHarness(code, { world, env: { WORKFLOW_MEMORY_MB: '1', WORKFLOW_CONCURRENCY: '20' } });
    const answers = Promise.withResolvers<void>();
    const runs = await Promise.all([50, 51].map((count) => harness.start('main', count)));
    seen.commits = answers.promise;
    await expect.poll(() => begun.length).toBeGreaterThan(10);
    await expect.poll(async () => (await bytesOf(harness)).held).toBeGreaterThan(900_000);
    await nextRounds();
    const stalled = await bytesOf(harness);
    // Without the budget 30 would have begun: the places of those that have ended are free.
    expect(begun.length).toBeLessThan(25);
    expect(stalled.most).toBeLessThan(1_400_000);
    answers.resolve();
    for (const [i, run] of runs.entries()) await expect(run.returnValue).resolves.toBe((51 + i) * LARGE);
    expect((await bytesOf(harness)).held).toBe(0);
  });

  it('give their memory back, however their attempts and runs end', async () => {
    const { world, seen } = await createWatchedWorld();
    const first = Promise.withResolvers<string>();
    const second = Promise.withResolvers<string>();
    const late = Promise.withResolvers<string>();
    const code: TestCode = {
      workflows: {
        races: async ({ step }: any) => await Promise.race([step('first')(), step('second')()]),
        timesOut: async ({ step }: any) => await step('slow')().catch((error: Error) => error.message),
        fails: async ({ step }: any) => await step('unstorable')().catch(() => 'caught'),
        ends: async ({ step }: any) => {
          void step('large')(1);
          void step('large')(2);
          return 'ended';
        },
      },
      steps: {
        ...wantsResults.steps,
        first: () => first.promise,
        second: () => second.promise,
        slow: Object.assign(() => late.promise, { timeout: 20, maxRetries: 0 }),
        unstorable: Object.assign(async () => [Symbol('none')], { maxRetries: 0 }),
      },
    };
    const harness = await createHarness(code, { world });
    for (const name of ['timesOut', 'fails', 'ends']) await (await harness.start(name)).returnValue;
    late.resolve('x'.repeat(LARGE));

    // The second result comes while the commit that ends the run is under way.
    const commits = Promise.withResolvers<void>();
    const race = await harness.start('races');
    await nextRounds();
    seen.commits = commits.promise;
    first.resolve('x'.repeat(LARGE));
    await nextRounds();
    second.resolve('x'.repeat(LARGE));
    await nextRounds();
    commits.resolve();
    await race.returnValue;
    await expect.poll(async () => (await bytesOf(harness)).held).toBe(0);
  });
});

async function nextRounds(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
