/** Chunks that commits append to streams. */
import { expect, it } from 'vitest';
import type { Change, StreamAppend, World } from '../../../runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import {
  ALICE,
  completed,
  endRun,
  hookCreated,
  LEASE_UNTIL,
  ownRun,
  RUN,
  started,
  stepCreated,
  toCommit,
  toNewRun,
  toRunId,
} from '../run-fixtures.ts';

const OTHER_RUN = toRunId(2);

const append = (input: Partial<StreamAppend> = {}): StreamAppend => ({
  runId: RUN,
  stream: 'log',
  chunks: ['1', '2'],
  closes: false,
  ...input,
});

/** The content of a stream. */
const read = (world: World, runId = RUN, stream = 'log') => world.readChunks(runId, stream, 0, 99);

export function testAppends(openStore: OpenStore): void {
  it('appends with a commit after existing chunks, and returns the chunks unchanged', async () => {
    const { world, connect } = await openStore();
    await ownRun(world);
    await world.appendChunks(RUN, 'log', ['0']);
    const chunks = ['["ä😀"]', new Uint8Array([0, 255]), '', new Uint8Array(0)];
    const appends = [append({ chunks }), append({ stream: 'other' })];
    await expect(world.commit(toCommit({ events: [started()], appends }))).resolves.toEqual({ ok: true });
    await world.appendChunks(RUN, 'log', ['9']);
    const other = await connect();
    await expect(read(other)).resolves.toEqual({ chunks: ['0', ...chunks, '9'], nextIndex: 6, closed: false });
    await expect(read(other, RUN, 'other')).resolves.toMatchObject({ chunks: ['1', '2'] });
  });

  it('appends with a new run, even one that ends at once', async () => {
    const { world } = await openStore();
    await world.joinWorker(ALICE, LEASE_UNTIL);
    await world.createRun(toNewRun({ owner: ALICE, events: [started()], appends: [append()] }));
    const ended = { runId: OTHER_RUN, owner: ALICE, events: [started(), completed()] };
    await world.createRun(toNewRun({ ...ended, appends: [append({ runId: OTHER_RUN })] }));
    await expect(read(world)).resolves.toEqual({ chunks: ['1', '2'], nextIndex: 2, closed: false });
    await expect(read(world, OTHER_RUN)).resolves.toEqual({ chunks: ['1', '2'], nextIndex: 2, closed: true });
  });

  it('appends with the last commit of a run', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await world.commit(toCommit({ events: [completed()], appends: [append()] }));
    await expect(read(world)).resolves.toEqual({ chunks: ['1', '2'], nextIndex: 2, closed: true });
  });

  it('appends nothing with a commit that is refused, and nothing twice', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [hookCreated(0, 'token')] });
    const stale = toCommit({ afterSeq: 2, epoch: 7, events: [started()], appends: [append()] });
    await expect(world.commit(stale)).resolves.toMatchObject({ reason: 'fenced' });
    await expect(world.createRun(toNewRun({ appends: [append()] }))).resolves.toMatchObject({ reason: 'exists' });
    const taken = toNewRun({ runId: OTHER_RUN, events: [hookCreated(0, 'token')], appends: [append()] });
    await expect(world.createRun(taken)).resolves.toMatchObject({ reason: 'tokens_taken' });
    await expect(read(world)).resolves.toMatchObject({ chunks: [] });
    const commit = toCommit({ afterSeq: 2, events: [started()], appends: [append()] });
    const outcomes = await Promise.all([world.commit(commit), world.commit(commit)]);
    expect(outcomes).toEqual([{ ok: true }, { ok: false, reason: 'fenced' }]);
    await expect(read(world)).resolves.toMatchObject({ chunks: ['1', '2'] });
  });

  it('does nothing of a commit whose chunks would get other indexes', async () => {
    const { world, connect } = await openStore();
    await ownRun(world);
    await world.appendChunks(RUN, 'log', ['0']);
    const early = [append({ stream: 'other', index: 0 }), append({ index: 0 })];
    const moved = { ok: false, reason: 'moved' };
    await expect(world.commit(toCommit({ events: [started()], appends: early }))).resolves.toEqual(moved);
    const child = toNewRun({ runId: OTHER_RUN, appends: [append({ runId: OTHER_RUN, index: 1 })] });
    await expect(world.createRun(child)).resolves.toEqual(moved);
    const other = await connect();
    await expect(other.readRun(RUN)).resolves.toMatchObject({ seq: 1 });
    await expect(other.readRun(OTHER_RUN)).resolves.toBeNull();
    await expect(read(other, RUN, 'other')).resolves.toMatchObject({ chunks: [] });

    const right = [append({ stream: 'other', index: 0 }), append({ index: 1 })];
    await expect(world.commit(toCommit({ events: [started()], appends: right }))).resolves.toEqual({ ok: true });
    const own = toNewRun({ runId: OTHER_RUN, appends: [append({ runId: OTHER_RUN, index: 0 })] });
    await expect(world.createRun(own)).resolves.toEqual({ ok: true });
    await expect(read(other)).resolves.toMatchObject({ chunks: ['0', '1', '2'] });
    await expect(read(other, OTHER_RUN)).resolves.toMatchObject({ chunks: ['1', '2'] });
  });

  it('closes a stream after its chunks, and appends nothing to one that is closed', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const appends = [append({ closes: true }), append({ stream: 'empty', chunks: [], closes: true })];
    await world.commit(toCommit({ events: [started()], appends }));
    await world.commit(toCommit({ afterSeq: 2, events: [stepCreated(0)], appends: [append({ chunks: ['late'] })] }));
    await expect(world.appendChunks(RUN, 'log', ['late'])).resolves.toEqual({ ok: false, reason: 'ended' });
    await expect(read(world)).resolves.toEqual({ chunks: ['1', '2'], nextIndex: 2, closed: true });
    await expect(read(world, RUN, 'empty')).resolves.toEqual({ chunks: [], nextIndex: 0, closed: true });
  });

  it('appends to the streams of other runs, unless they are gone or have ended', async () => {
    const { world } = await openStore();
    const ended = toRunId(3);
    await ownRun(world);
    await ownRun(world, { runId: OTHER_RUN });
    await ownRun(world, { runId: ended });
    await endRun(world, ended);
    const appends = [ended, toRunId(9), OTHER_RUN].map((runId) => append({ runId }));
    await expect(world.commit(toCommit({ events: [started()], appends }))).resolves.toEqual({ ok: true });
    await expect(read(world, ended)).resolves.toMatchObject({ chunks: [] });
    await expect(read(world, OTHER_RUN)).resolves.toMatchObject({ chunks: ['1', '2'], closed: false });
    await expect(world.readRun(toRunId(9))).resolves.toBeNull();
  });

  it('keeps the chunks of steps where they are', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const writer = { runId: RUN, epoch: 1, call: 0, attempt: 1, position: 0 };
    await world.appendChunks(RUN, 'log', ['a', 'b'], writer);
    await world.commit(toCommit({ events: [started()], appends: [append()] }));
    await world.appendChunks(RUN, 'log', ['a', 'c'], { ...writer, attempt: 2 });
    await expect(read(world)).resolves.toMatchObject({ chunks: ['a', null, '1', '2', 'c'] });
  });

  it('publishes each stream that it appends to', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await world.createRun(toNewRun({ runId: OTHER_RUN, dueAt: null }));
    const changes: Change[] = [];
    world.subscribe((change) => change.kind !== 'elsewhere' && changes.push(change));
    const appends = [append(), append({ runId: OTHER_RUN, closes: true })];
    await world.commit(toCommit({ events: [started()], appends }));
    expect(changes).toEqual([
      { kind: 'run', runId: RUN, status: 'running' },
      { kind: 'chunks', runId: RUN, stream: 'log' },
      { kind: 'chunks', runId: OTHER_RUN, stream: 'log' },
    ]);
  });

  it('reports a commit that appends without an event as a defect, because it could be applied twice', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const commit = world.commit(toCommit({ appends: [append()] }));
    await expect(commit).rejects.toMatchObject({ code: 'world_appends_unrecorded' });
    await expect(read(world)).resolves.toMatchObject({ chunks: [] });
  });
}
