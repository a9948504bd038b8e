/** Streams with keys: chunks are encrypted in groups, and nobody who reads or writes them notices. */
import { describe, expect, it } from 'vitest';
import { EncryptedWorld } from '../../runtime/world/encrypted/encrypted-world.ts';
import { sealChunks } from '../../runtime/world/encrypted/chunk-groups.ts';
import { parseKeyRing } from '../../runtime/world/encrypted/key-ring.ts';
import { reencrypt } from '../../runtime/world/encrypted/reencrypt.ts';
import type { Chunk, ChunkWriter, World } from '../../runtime/world/world.ts';
import { ownRun, RUN, started, stepCreated, toCommit } from './run-fixtures.ts';
import { makeDataDir, openMemoryStore, openSqliteWorld } from './test-store.ts';

const keyOf = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const [K1, K2] = [keyOf('k1', 1), keyOf('k2', 2)];
const RINGS = [`${K1},${K2}`, `${K2},${K1}`, `plain,${K1},${K2}`];
const STREAM = 'log';

const encrypted = (store: World, keys: string): World => new EncryptedWorld(store, parseKeyRing(keys));
const STORES: [name: string, open: () => Promise<World>][] = [
  ['memory', async () => (await openMemoryStore()).world],
  ['SQLite', () => openSqliteWorld(makeDataDir(), 'relaxed')],
];

async function openStores(): Promise<World[]> {
  const stores: World[] = [];
  for (const [, open] of STORES) stores.push(await open());
  for (const store of stores) await ownRun(store);
  return stores;
}

const writerOf = (input: Partial<ChunkWriter> = {}): ChunkWriter => ({
  runId: RUN,
  call: 0,
  epoch: 1,
  attempt: 1,
  position: 0,
  ...input,
});

const readAll = async (world: World): Promise<(Chunk | null)[]> =>
  (await world.readChunks(RUN, STREAM, 0, 10_000)).chunks;

/** Chunks of every kind: texts in several scripts, empty ones, bytes. */
const mixed = (count: number): Chunk[] =>
  Array.from(
    { length: count },
    (_, i) => [`"${i}"`, `"größer ${i} 漢字 🎉"`, '', Uint8Array.of(i, 1, 2), new Uint8Array()][i % 5]!,
  );

describe.each(STORES)('a group of chunks in %s', (_, openStore) => {
  it('gives each chunk alone, and any page', async () => {
    const store = await openStore();
    await ownRun(store);
    const world = encrypted(store, K1);
    const chunks = mixed(600);
    await world.appendChunks(RUN, STREAM, chunks, writerOf({ isFresh: true }));
    expect(await readAll(world)).toEqual(chunks);
    for (const from of [0, 1, 255, 256, 257, 511, 599]) {
      for (const limit of [1, 2, 300])
        expect((await world.readChunks(RUN, STREAM, from, limit)).chunks).toEqual(chunks.slice(from, from + limit));
    }
    const { chunks: few } = await world.readChunks(RUN, STREAM, 300, 100, 20);
    expect(few).toEqual(chunks.slice(300, 300 + few.length));
    expect(few.length).toBeGreaterThan(1);
    expect(few.length).toBeLessThan(10);
    const some = await world.readStepChunks(RUN, STREAM, writerOf(), { from: 100, limit: 3 });
    expect(some).toEqual([100, 101, 102].map((index) => ({ index, chunk: chunks[index] })));
  });

  it('is recognised when its request is sent once more', async () => {
    const store = await openStore();
    await ownRun(store);
    const world = encrypted(store, K1);
    for (let i = 0; i < 2; i += 1) {
      await world.appendChunks(RUN, STREAM, mixed(300), writerOf({ isFresh: true }));
      await world.appendChunks(RUN, STREAM, mixed(7), writerOf({ position: 300, isFresh: true }));
    }
    expect(await readAll(world)).toHaveLength(307);
  });

  it('stays readable when a later attempt has replaced its end', async () => {
    const store = await openStore();
    await ownRun(store);
    await encrypted(store, K1).appendChunks(RUN, STREAM, ['a', 'b', 'c', 'd'], writerOf({ isFresh: true }));
    const later = encrypted(store, `${K2},${K1}`);
    await later.appendChunks(RUN, STREAM, ['a', 'b', 'x'], writerOf({ attempt: 2 }));
    expect(await readAll(later)).toEqual(['a', 'b', null, null, 'x']);
    const third = encrypted(store, `plain,${K2},${K1}`);
    await third.appendChunks(RUN, STREAM, ['a', 'b', 'c', 'd', 'e'], writerOf({ attempt: 3 }));
    expect(await readAll(third)).toEqual(['a', 'b', null, null, null, 'c', 'd', 'e']);
    await third.finishAppends(RUN, STREAM, writerOf({ attempt: 3, position: 1 }));
    expect(await readAll(third)).toEqual(['a', null, null, null, null, null, null, null]);
  });

  it('is encrypted anew by its first chunk, and made plain as a whole', async () => {
    const store = await openStore();
    await ownRun(store);
    const chunks = mixed(600);
    await encrypted(store, K1).appendChunks(RUN, STREAM, chunks, writerOf({ isFresh: true }));
    const { rewritten } = await reencrypt(store, parseKeyRing(`${K2},${K1}`));
    // Three groups, and the event of the run.
    expect(rewritten).toBe(4);
    expect(await readAll(encrypted(store, K2))).toEqual(chunks);
    await expect(reencrypt(store, parseKeyRing(`${K2},${K1}`))).resolves.toMatchObject({ rewritten: 0 });
    await expect(reencrypt(store, parseKeyRing(`plain,${K2}`))).resolves.toMatchObject({ rewritten: 601 });
    expect(await readAll(store)).toEqual(chunks);
  });

  it('names the key that is missing, and is refused when it was changed', async () => {
    const store = await openStore();
    await ownRun(store);
    await encrypted(store, K1).appendChunks(RUN, STREAM, ['a', 'b', 'c']);
    for (const from of [0, 1])
      await expect(encrypted(store, K2).readChunks(RUN, STREAM, from, 9)).rejects.toMatchObject({
        code: 'value_key_missing',
      });
    const [head, second] = (await readAll(store)) as [string, string];
    const swap = async (index: number, before: Chunk, after: Chunk): Promise<void> =>
      store.rewriteValues(RUN, [{ kind: 'chunk', stream: STREAM, index, before, after }]);
    await swap(1, second, second.replace(/\d+$/, '7'));
    await expect(readAll(encrypted(store, K1))).rejects.toMatchObject({ code: 'value_altered' });
    await swap(1, second.replace(/\d+$/, '7'), 'enc1m:AAAAAAAAAAAA:1');
    await expect(readAll(encrypted(store, K1))).rejects.toMatchObject({ code: 'value_altered' });
    await swap(1, 'enc1m:AAAAAAAAAAAA:1', second);
    await swap(0, head, `${head.slice(0, -9)}AAAA${head.slice(-5)}`);
    await expect(readAll(encrypted(store, K1))).rejects.toMatchObject({ code: 'value_altered' });
  });
});

it('reads a page again when its group was made plain meanwhile', async () => {
  const { world: store } = await openMemoryStore();
  await ownRun(store);
  await encrypted(store, K1).appendChunks(RUN, STREAM, ['a', 'b', 'c']);
  const readChunks = store.readChunks.bind(store);
  let reads = 0;
  store.readChunks = async (...args) => {
    reads += 1;
    // The second one is for the first chunk of the group.
    if (reads === 2) await reencrypt(store, parseKeyRing(`plain,${K1}`));
    return await readChunks(...args);
  };
  await expect(encrypted(store, K1).readChunks(RUN, STREAM, 1, 9)).resolves.toMatchObject({ chunks: ['b', 'c'] });
  await expect(readChunks(RUN, STREAM, 0, 9)).resolves.toMatchObject({ chunks: ['a', 'b', 'c'] });
});

describe.each(STORES)('the places of chunks in %s', (_, openStore) => {
  it('are part of what is encrypted: chunks and groups that were exchanged are refused', async () => {
    const store = await openStore();
    await ownRun(store);
    const world = encrypted(store, K1);
    const groups = [['a', 'b'], ['c'], ['d', 'e'], ['f'], ['g', 'h', 'i']];
    await world.appendChunks(RUN, STREAM, groups[0]!);
    await world.appendChunks(RUN, STREAM, groups[1]!, writerOf({ isFresh: true }));
    const appends = [{ runId: RUN, stream: STREAM, chunks: groups[2]!, closes: false }];
    await world.commit(toCommit({ events: [started()], appends }));
    for (const group of groups.slice(3)) await world.appendChunks(RUN, STREAM, group);
    const kept = (await readAll(store)) as string[];
    const exchange = async (pairs: [number, number][]): Promise<void> => {
      const changes = pairs.flatMap(([one, other]) => [
        { kind: 'chunk' as const, stream: STREAM, index: one, before: kept[one]!, after: kept[other]! },
        { kind: 'chunk' as const, stream: STREAM, index: other, before: kept[other]!, after: kept[one]! },
      ]);
      await store.rewriteValues(RUN, changes);
      await expect(readAll(encrypted(store, K1))).rejects.toMatchObject({ code: 'value_altered' });
      const back = changes.map((change) => ({ ...change, before: change.after, after: change.before }));
      await store.rewriteValues(RUN, back);
    };
    await exchange([[2, 5]]);
    // Of one group.
    await exchange([[7, 8]]);
    await exchange([
      [0, 3],
      [1, 4],
    ]);
    await expect(readAll(encrypted(store, K1))).resolves.toEqual(groups.flat());
    // Another key: the places stay.
    await reencrypt(store, parseKeyRing(`${K2},${K1}`));
    await expect(readAll(encrypted(store, K2))).resolves.toEqual(groups.flat());
  });

  it('of a group that were exchanged are counted and stay, when the store is made plain', async () => {
    const store = await openStore();
    await ownRun(store);
    await encrypted(store, K1).appendChunks(RUN, STREAM, ['a', 'b', 'c']);
    const [, one, other] = (await readAll(store)) as string[];
    await store.rewriteValues(RUN, [
      { kind: 'chunk', stream: STREAM, index: 1, before: one!, after: other! },
      { kind: 'chunk', stream: STREAM, index: 2, before: other!, after: one! },
    ]);
    const { unreadable } = await reencrypt(store, parseKeyRing(`plain,${K1}`));
    expect([...unreadable.values()]).toEqual([2]);
    expect(await readAll(store)).toEqual(['a', other, one]);
  });

  it('are given to chunks of before that had none, when they are encrypted anew', async () => {
    const store = await openStore();
    await ownRun(store);
    const ring = parseKeyRing(K1);
    const place = { runId: RUN, at: `chunk ${STREAM}`, isStable: true };
    const before = [...sealChunks(ring, place, ['a', 'b']), ...sealChunks(ring, place, ['c'])];
    await store.appendChunks(RUN, STREAM, before);
    await expect(readAll(encrypted(store, K1))).resolves.toEqual(['a', 'b', 'c']);
    // The event of the run is plain, and changes, too.
    await expect(reencrypt(store, ring)).resolves.toMatchObject({ rewritten: 3 });
    await expect(reencrypt(store, ring)).resolves.toMatchObject({ rewritten: 0 });
    const after = (await readAll(store)) as string[];
    expect(after.map((chunk) => chunk.slice(0, 5))).toEqual(['enc2g', 'enc1m', 'enc2t']);
    await expect(readAll(encrypted(store, K1))).resolves.toEqual(['a', 'b', 'c']);
  });

  it('are found when several processes write at the same time: each chunk is there once', async () => {
    const store = await openStore();
    await ownRun(store);
    const worlds = [encrypted(store, K1), encrypted(store, K1)];
    const writeAll = async (world: World, call: number): Promise<void> => {
      for (let position = 0; position < 30; position += 2) {
        const chunks = [`${call}/${position}`, `${call}/${position + 1}`];
        await world.appendChunks(RUN, STREAM, chunks, writerOf({ call, position, isFresh: true }));
      }
    };
    const events = (seq: number) => (seq === 0 ? [started()] : [stepCreated(seq)]);
    const commitAll = async (world: World): Promise<void> => {
      for (let i = 0; i < 15; i += 1) {
        const appends = [{ runId: RUN, stream: STREAM, chunks: [`run/${i}`], closes: false }];
        await expect(world.commit(toCommit({ afterSeq: 1 + i, events: events(i), appends }))).resolves.toEqual({
          ok: true,
        });
      }
    };
    await Promise.all([...worlds.map(writeAll), writeAll(worlds[0]!, 2), commitAll(worlds[1]!)]);
    const all = (await readAll(encrypted(store, K1))) as string[];
    for (const writer of ['0', '1', '2', 'run']) {
      const own = all.filter((chunk) => chunk.startsWith(`${writer}/`));
      expect(own).toEqual(Array.from({ length: writer === 'run' ? 15 : 30 }, (_unused, i) => `${writer}/${i}`));
    }
    expect(all).toHaveLength(105);
  });

  it('stay those of chunks whose answer was lost', async () => {
    const store = await openStore();
    await ownRun(store);
    let losses = 1;
    const appendChunks = store.appendChunks.bind(store);
    store.appendChunks = async (...request) => {
      const outcome = await appendChunks(...request);
      if (outcome.ok && losses-- > 0) throw new Error('the answer was lost');
      return outcome;
    };
    const world = encrypted(store, K1);
    const append = (chunks: Chunk[], position: number) =>
      world.appendChunks(RUN, STREAM, chunks, writerOf({ position, isFresh: true }));
    await expect(append(['a', 'b'], 0)).rejects.toThrow('lost');
    await appendChunks(RUN, STREAM, ['from elsewhere']);
    await expect(append(['a', 'b'], 0)).resolves.toEqual({ ok: true, nextIndex: 3 });
    await append(['c'], 2);
    expect(await readAll(world)).toEqual(['a', 'b', 'from elsewhere', 'c']);
  });
});

/** Pseudo-random numbers, the same for the same seed (mulberry32). */
function makePick(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** An attempt that writes, and what it writes mostly: so that attempts repeat much of what those before them wrote. */
class Writer {
  readonly call: number;
  attempt = 1;
  position = 0;
  isFresh = true;

  constructor(call: number) {
    this.call = call;
  }

  chunks(count: number, pick: (below: number) => number): Chunk[] {
    return Array.from({ length: count }, (_, i) => {
      const version = pick(12) === 0 ? pick(3) : 0;
      const text = `${this.call}/${this.position + i}/${version}`;
      return pick(9) === 0 ? Buffer.from(text) : text + 'x'.repeat(pick(40) === 0 ? 40_000 : 0);
    });
  }

  startOver(attempt: number): void {
    this.attempt = attempt;
    this.position = 0;
    this.isFresh = false;
  }

  toWriter(): ChunkWriter {
    const { call, attempt, position, isFresh } = this;
    return writerOf({ call, attempt, position, isFresh });
  }
}

type Request = (world: World) => Promise<unknown>;

function nextRequest(writers: Writer[], pick: (below: number) => number): Request {
  const writer = writers[pick(writers.length)]!;
  const at = (): ChunkWriter => writer.toWriter();
  switch (pick(9)) {
    case 0:
      writer.startOver(writer.attempt + 1);
      return async () => null;
    case 1:
      writer.startOver(writer.attempt);
      return async () => null;
    case 2: {
      const by = at();
      return writer.isFresh ? async () => null : (world) => world.finishAppends(RUN, STREAM, by);
    }
    case 3: {
      const others = ['other', `other ${pick(5)}`].slice(0, 1 + pick(2));
      return (world) => world.appendChunks(RUN, STREAM, others);
    }
    default: {
      const chunks = writer.chunks(pick(20) === 0 ? 300 : 1 + pick(6), pick);
      const by = at();
      writer.position += chunks.length;
      return (world) => world.appendChunks(RUN, STREAM, chunks, by);
    }
  }
}

const asBuffers = (chunks: readonly (Chunk | null)[]): unknown[] =>
  chunks.map((chunk) => (chunk instanceof Uint8Array ? Buffer.from(chunk) : chunk));

it.each([1, 2, 3])('answers like a store without keys, whatever is written and rewritten (seed %i)', async (seed) => {
  const { world: plain } = await openMemoryStore();
  await ownRun(plain);
  const stores = await openStores();
  const pick = makePick(seed);
  const writers = [new Writer(0), new Writer(1)];
  let worlds = stores.map((store) => encrypted(store, RINGS[0]!));
  for (let i = 0; i < 40; i += 1) {
    const before = writers.map(({ attempt }) => attempt);
    const request = nextRequest(writers, pick);
    // Another key: another process, in which attempts are new.
    if (writers.some(({ attempt }, call) => attempt !== before[call])) {
      const ring = RINGS[pick(3)]!;
      worlds = stores.map((store) => encrypted(store, ring));
    }
    const sends = pick(5) === 0 ? 2 : 1;
    for (let sent = 0; sent < sends; sent += 1) {
      const expected = await request(plain);
      for (const world of worlds) expect(await request(world), `request ${i}`).toEqual(expected);
    }
    if (pick(6) === 0) {
      const ring = parseKeyRing(RINGS[pick(3)]);
      for (const store of stores) await reencrypt(store, ring);
    }
    const { chunks, nextIndex } = await plain.readChunks(RUN, STREAM, 0, 10_000);
    const [from, limit, bytesMax] = [pick(nextIndex + 1), 1 + pick(20), 1 + pick(100)];
    const page = await plain.readChunks(RUN, STREAM, from, limit, bytesMax);
    const call = { runId: RUN, call: pick(2) };
    const range = { from: pick(10), limit: 1 + pick(10) };
    for (const world of worlds) {
      expect(asBuffers(await readAll(world)), `after request ${i}`).toEqual(asBuffers(chunks));
      const found = await world.readChunks(RUN, STREAM, from, limit, bytesMax);
      expect(asBuffers(found.chunks)).toEqual(asBuffers(page.chunks));
      const [written, same] = [
        await plain.readStepChunks(RUN, STREAM, call, range),
        await world.readStepChunks(RUN, STREAM, call, range),
      ];
      expect(same.map(({ index }) => index)).toEqual(written.map(({ index }) => index));
      expect(asBuffers(same.map(({ chunk }) => chunk))).toEqual(asBuffers(written.map(({ chunk }) => chunk)));
    }
  }
});
