import { expect, it } from 'vitest';
import type { AppendOutcome, Chunk, ChunkWriter, StepChunkRange, World } from '../../../runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import { ALICE, BOB, endRun, LEASE_UNTIL, NOW, ownRun, RUN, toNewRun, toRunId } from '../run-fixtures.ts';

const OTHER_RUN = toRunId(2);
const FENCED = { ok: false, reason: 'fenced' };

const toWriter = (input: Partial<ChunkWriter> = {}): ChunkWriter => ({
  runId: RUN,
  epoch: 1,
  call: 0,
  attempt: 1,
  position: 0,
  ...input,
});

/** Appends like a step attempt that wrote `position` chunks before. */
const append = (world: World, chunks: Chunk[], input: Partial<ChunkWriter> = {}): Promise<AppendOutcome> =>
  world.appendChunks(RUN, 'log', chunks, toWriter(input));

const finish = (world: World, input: Partial<ChunkWriter> = {}): Promise<AppendOutcome> =>
  world.finishAppends(RUN, 'log', toWriter(input));

const readAll = async (world: World): Promise<(Chunk | null)[]> =>
  (await world.readChunks(RUN, 'log', 0, 1_000)).chunks;

export function testStepChunks(openStore: OpenStore): void {
  it('keeps the chunks of an attempt in order, even over many appends', async () => {
    const { world } = await openStore();
    await ownRun(world);
    for (let position = 0; position < 6; position += 2)
      await append(world, [`${position}`, `${position + 1}`], { position });
    await expect(finish(world, { position: 6 })).resolves.toEqual({ ok: true, nextIndex: 6 });
    expect(await readAll(world)).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('keeps chunks that a later attempt repeats, and appends the rest from the first difference', async () => {
    const { world, connect } = await openStore();
    await ownRun(world);
    const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);
    await append(world, ['0', bytes(1)]);
    await world.appendChunks(RUN, 'log', ['other']);
    await append(world, ['a2', 'a3'], { position: 2 });
    await expect(append(world, ['0'], { attempt: 2 })).resolves.toEqual({ ok: true, nextIndex: 5 });
    expect(await readAll(world)).toEqual(['0', bytes(1), 'other', 'a2', 'a3']);
    const rest = [bytes(1), 'b2', 'a3', bytes()];
    await expect(append(world, rest, { attempt: 2, position: 1 })).resolves.toEqual({ ok: true, nextIndex: 8 });
    expect(await readAll(await connect())).toEqual(['0', bytes(1), 'other', null, null, 'b2', 'a3', bytes()]);
    await append(world, [bytes(1, 2)], { attempt: 3, position: 1 });
    expect(await readAll(world)).toEqual(['0', null, 'other', null, null, null, null, null, bytes(1, 2)]);
  });

  it('takes chunks of an attempt only for the indexes that they are meant for', async () => {
    const { world, connect } = await openStore();
    await ownRun(world);
    const appendAt = (by: World, index: number, chunks: Chunk[], input: Partial<ChunkWriter> = {}) =>
      by.appendChunks(RUN, 'log', chunks, toWriter(input), index);
    const moved = { ok: false, reason: 'moved' };
    await expect(appendAt(world, 1, ['a'])).resolves.toEqual(moved);
    await expect(appendAt(world, 0, ['a', 'b'])).resolves.toEqual({ ok: true, nextIndex: 2 });
    // The same request once more finds its chunks where they are.
    await expect(appendAt(world, 0, ['a', 'b'])).resolves.toEqual({ ok: true, nextIndex: 2 });
    const other = await connect();
    await expect(appendAt(other, 2, ['c'], { call: 1 })).resolves.toEqual({ ok: true, nextIndex: 3 });
    await expect(appendAt(world, 2, ['d'], { position: 2 })).resolves.toEqual(moved);
    await expect(appendAt(world, 3, ['d'], { position: 2 })).resolves.toEqual({ ok: true, nextIndex: 4 });
    // Nothing is dropped by a request that is refused.
    await expect(appendAt(world, 3, ['x'], { attempt: 2 })).resolves.toEqual(moved);
    expect(await readAll(world)).toEqual(['a', 'b', 'c', 'd']);
    await expect(appendAt(world, 4, ['x'], { attempt: 2 })).resolves.toEqual({ ok: true, nextIndex: 5 });
    expect(await readAll(other)).toEqual([null, null, 'c', null, 'x']);
  });

  it('drops chunks that only earlier attempts wrote, and keeps all other indexes', async () => {
    const { world, connect } = await openStore();
    await ownRun(world);
    await append(world, ['0', 'a1', 'a2']);
    await world.appendChunks(RUN, 'log', ['other']);
    await append(world, ['a3', 'a4'], { position: 3 });
    await append(world, ['0'], { attempt: 2 });
    await expect(finish(world, { attempt: 2, position: 1 })).resolves.toEqual({ ok: true, nextIndex: 6 });
    const other = await connect();
    expect(await readAll(other)).toEqual(['0', null, null, 'other', null, null]);
    const page = { chunks: [null, 'other', null], nextIndex: 6, closed: false };
    await expect(other.readChunks(RUN, 'log', 2, 3)).resolves.toEqual(page);
    await expect(other.listStreams(RUN)).resolves.toEqual([{ stream: 'log', nextIndex: 6, closed: false }]);
    await expect(world.appendChunks(RUN, 'log', ['end'])).resolves.toEqual({ ok: true, nextIndex: 7 });
  });

  it('appends the chunks of a third attempt where chunks were dropped', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await append(world, ['0', 'a1', 'a2']);
    await append(world, ['0'], { attempt: 2 });
    await finish(world, { attempt: 2, position: 1 });
    await append(world, ['0', 'c1', 'c2'], { attempt: 3 });
    expect(await readAll(world)).toEqual(['0', null, null, 'c1', 'c2']);
    await append(world, ['0', 'c1', 'c2', 'c3'], { attempt: 4 });
    expect(await readAll(world)).toEqual(['0', null, null, 'c1', 'c2', 'c3']);
    await finish(world, { attempt: 5, position: 0 });
    expect(await readAll(world)).toEqual([null, null, null, null, null, null]);
  });

  it('keeps chunks of different calls, runs and streams apart', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await ownRun(world, { runId: OTHER_RUN });
    await append(world, ['a0']);
    await append(world, ['b0'], { call: 1 });
    await append(world, ['c0'], { runId: OTHER_RUN });
    await append(world, ['b1'], { call: 1, position: 1 });
    await world.appendChunks(RUN, 'other', ['d0'], toWriter());
    await append(world, ['B0', 'B1'], { call: 1, attempt: 2 });
    await append(world, ['C0'], { runId: OTHER_RUN, attempt: 2 });
    await finish(world, { attempt: 2, position: 0 });
    expect(await readAll(world)).toEqual([null, null, null, null, 'B0', 'B1', 'C0']);
    await expect(world.readChunks(RUN, 'other', 0, 9)).resolves.toMatchObject({ chunks: ['d0'] });
  });

  it('stores a chunk once when the attempt sends it again, because the answer was lost', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await append(world, ['0', '1']);
    await expect(append(world, ['0', '1', '2'])).resolves.toEqual({ ok: true, nextIndex: 3 });
    await finish(world, { position: 3 });
    await finish(world, { position: 3 });
    expect(await readAll(world)).toEqual(['0', '1', '2']);
  });

  it('refuses an attempt when a later one has written or finished', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await append(world, ['a0']);
    await append(world, ['a0'], { attempt: 2 });
    await expect(append(world, ['a1'], { position: 1 })).resolves.toEqual(FENCED);
    await expect(finish(world, { position: 1 })).resolves.toEqual(FENCED);
    await finish(world, { attempt: 3, position: 0 });
    await expect(append(world, ['b1'], { attempt: 2, position: 1 })).resolves.toEqual(FENCED);
    expect(await readAll(world)).toEqual([null]);
  });

  it('refuses writers of an earlier owner, even for the stream of another run', async () => {
    const { world } = await openStore();
    await ownRun(world, { dueAt: NOW });
    await world.joinWorker(BOB, LEASE_UNTIL);
    await world.createRun(toNewRun({ runId: OTHER_RUN, owner: BOB }));
    await append(world, ['a0']);
    await world.leaveWorker(ALICE);
    await world.claimRun(BOB, RUN);
    await expect(append(world, ['a1'], { position: 1 })).resolves.toEqual(FENCED);
    await expect(world.appendChunks(OTHER_RUN, 'log', ['a1'], toWriter())).resolves.toEqual(FENCED);
    await expect(world.finishAppends(OTHER_RUN, 'log', toWriter())).resolves.toEqual(FENCED);
    await expect(append(world, ['x'], { runId: toRunId(9) })).resolves.toEqual(FENCED);
    await expect(append(world, ['b0'], { epoch: 2 })).resolves.toEqual({ ok: true, nextIndex: 2 });
    expect(await readAll(world)).toEqual([null, 'b0']);
    await expect(world.listStreams(OTHER_RUN)).resolves.toEqual([]);
  });

  it('takes nothing from steps after the end of the stream or its run', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await append(world, ['a0']);
    await world.closeStream(RUN, 'log');
    await expect(append(world, ['a1'], { position: 1 })).resolves.toEqual({ ok: false, reason: 'ended' });
    await endRun(world);
    await expect(finish(world)).resolves.toEqual({ ok: false, reason: 'ended' });
    expect(await readAll(world)).toEqual(['a0']);
    const elsewhere = world.finishAppends(toRunId(9), 'log', toWriter());
    await expect(elsewhere).resolves.toEqual({ ok: false, reason: 'not_found' });
  });

  it('drops superfluous chunks even when the attempt has closed the stream', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await append(world, ['a0', 'a1']);
    await append(world, ['a0'], { attempt: 2 });
    await world.closeStream(RUN, 'log');
    await expect(finish(world, { attempt: 2, position: 1 })).resolves.toEqual({ ok: true, nextIndex: 2 });
    await expect(world.readChunks(RUN, 'log', 0, 9)).resolves.toMatchObject({ chunks: ['a0', null], closed: true });
  });

  it('tells readers when chunks were dropped, and only then', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await append(world, ['a0', 'a1']);
    const changes: unknown[] = [];
    world.subscribe((change) => change.kind !== 'elsewhere' && changes.push(change));
    await finish(world, { position: 2 });
    expect(changes).toEqual([]);
    await finish(world, { attempt: 2, position: 1 });
    expect(changes).toEqual([{ kind: 'chunks', runId: RUN, stream: 'log' }]);
  });

  it('finds the chunks of a call among those of many writers', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const CALLS = 3;
    const ROUNDS = 40;
    for (let position = 0; position < ROUNDS; position++) {
      await Promise.all(
        Array.from({ length: CALLS }, (_, call) => append(world, [`${call}/${position}`], { call, position })),
      );
    }
    const before = await readAll(world);
    const again = Array.from({ length: 30 }, (_, i) => `1/${i + 5}${i < 20 ? '' : ' again'}`);
    await append(world, again, { call: 1, attempt: 2, position: 5 });
    const isDropped = (chunk: unknown): boolean => {
      const [call, position] = String(chunk).split('/');
      return call === '1' && Number(position) >= 25;
    };
    const expected = before.map((chunk) => (isDropped(chunk) ? null : chunk));
    expect(await readAll(world)).toEqual([...expected, ...again.slice(20)]);
  });

  it('returns the chunks of a call that were not dropped, in the order of writing', async () => {
    const { world, connect } = await openStore();
    await ownRun(world);
    const other = await connect();
    const read = async (call: number): Promise<Chunk[]> =>
      (await other.readStepChunks(RUN, 'log', { runId: RUN, call })).map(({ chunk }) => chunk);
    await expect(read(0)).resolves.toEqual([]);
    const bytes = new Uint8Array([1, 2]);
    await append(world, ['a0', bytes, 'a2']);
    await append(world, ['other'], { call: 1 });
    await append(world, ['a3'], { position: 3 });
    await expect(read(0)).resolves.toEqual(['a0', bytes, 'a2', 'a3']);
    const last = await other.readStepChunks(RUN, 'log', { runId: RUN, call: 0 }, { from: 2 });
    expect(last).toEqual([
      { index: 2, chunk: 'a2' },
      { index: 4, chunk: 'a3' },
    ]);
    await append(world, ['a0', bytes, 'b2'], { attempt: 2 });
    await expect(read(0)).resolves.toEqual(['a0', bytes, 'b2']);
    await expect(read(1)).resolves.toEqual(['other']);
    await expect(other.readStepChunks(RUN, 'log', { runId: OTHER_RUN, call: 0 })).resolves.toEqual([]);
    await expect(other.readStepChunks(RUN, 'no', { runId: RUN, call: 0 })).resolves.toEqual([]);
    await expect(other.readStepChunks(toRunId(9), 'log', { runId: RUN, call: 0 })).resolves.toEqual([]);
    await finish(world, { attempt: 2, position: 0 });
    await expect(read(0)).resolves.toEqual([]);
  });

  it('returns some chunks of a call, by their positions, up to the first that is missing', async () => {
    const { world } = await openStore();
    await ownRun(world);
    for (const position of [0, 3]) {
      await append(
        world,
        [0, 1, 2].map((i) => `a${position + i}`),
        { position },
      );
      await append(world, ['other'], { call: 1, position });
    }
    await append(world, ['late'], { position: 8 });
    const read = async (range: StepChunkRange): Promise<Chunk[]> =>
      (await world.readStepChunks(RUN, 'log', { runId: RUN, call: 0 }, range)).map(({ chunk }) => chunk);
    await expect(read({ from: 1, limit: 3 })).resolves.toEqual(['a1', 'a2', 'a3']);
    await expect(read({ from: 2, limit: 100 })).resolves.toEqual(['a2', 'a3', 'a4', 'a5']);
    await expect(read({ limit: 1 })).resolves.toEqual(['a0']);
    await expect(read({ from: 1, bytesMax: 3 })).resolves.toEqual(['a1', 'a2']);
    await expect(read({ from: 6, limit: 1 })).resolves.toEqual([]);
    await expect(read({ from: 8 })).resolves.toEqual(['late']);
  });

  it('restarts a call when its attempt writes from position 0 again', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await append(world, ['a0', 'a1', 'a2']);
    await append(world, ['a0', 'b1']);
    expect(await readAll(world)).toEqual(['a0', null, null, 'b1']);
    await finish(world, { position: 2 });
    const written = await world.readStepChunks(RUN, 'log', { runId: RUN, call: 0 });
    expect(written.map(({ chunk }) => chunk)).toEqual(['a0', 'b1']);
  });

  it('lists the streams of a run by name', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await append(world, ['1', '2']);
    await world.appendChunks(RUN, 'a', []);
    await world.closeStream(RUN, 'b');
    const streams = [
      { stream: 'a', nextIndex: 0, closed: false },
      { stream: 'b', nextIndex: 0, closed: true },
      { stream: 'log', nextIndex: 2, closed: false },
    ];
    await expect(world.listStreams(RUN)).resolves.toEqual(streams);
    await endRun(world);
    await expect(world.listStreams(RUN)).resolves.toEqual(streams.map((stream) => ({ ...stream, closed: true })));
    await expect(world.listStreams(toRunId(9))).resolves.toEqual([]);
  });
}
