import { expect, it } from 'vitest';
import type { Chunk, World } from '../../../runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import { endRun, ORDER, ownRun, RUN, toRunId } from '../run-fixtures.ts';

export function testStreams(openStore: OpenStore): void {
  it('returns texts and bytes unchanged', async () => {
    const { world, connect } = await openStore();
    await ownRun(world);
    const chunks: Chunk[] = ['["ä😀"]', new Uint8Array([0, 255, 10]), '', new Uint8Array(0)];
    await expect(world.appendChunks(RUN, 'log', chunks)).resolves.toEqual({ ok: true, nextIndex: 4 });
    const page = await (await connect()).readChunks(RUN, 'log', 0, 10);
    expect(page).toEqual({ chunks, nextIndex: 4, closed: false });
  });

  it('keeps appended chunks when the writer reuses its buffer', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const buffer = Buffer.from('first');
    const appended = world.appendChunks(RUN, 'log', [buffer.subarray(0, 3)]);
    buffer.fill(0);
    await appended;
    const { chunks } = await world.readChunks(RUN, 'log', 0, 1);
    expect(chunks).toEqual([new TextEncoder().encode('fir')]);
  });

  it('numbers chunks in the order of the appends and reads them in pages', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const appends = [['0', '1'], ['2'], [], ['3', '4']].map((chunks) => world.appendChunks(RUN, 'log', chunks));
    const ends = await Promise.all(appends);
    expect(ends).toEqual([2, 3, 3, 5].map((nextIndex) => ({ ok: true, nextIndex })));
    await expect(world.readChunks(RUN, 'log', 0, 2)).resolves.toMatchObject({ chunks: ['0', '1'], nextIndex: 5 });
    await expect(world.readChunks(RUN, 'log', 2, 2)).resolves.toMatchObject({ chunks: ['2', '3'] });
    await expect(world.readChunks(RUN, 'log', 4, 2)).resolves.toMatchObject({ chunks: ['4'] });
    await expect(world.readChunks(RUN, 'log', 5, 2)).resolves.toEqual({ chunks: [], nextIndex: 5, closed: false });
  });

  it('takes chunks only for the indexes that they are meant for', async () => {
    const { world, connect } = await openStore();
    await ownRun(world);
    const other = await connect();
    const appendAt = (by: World, index: number, chunks: Chunk[]) =>
      by.appendChunks(RUN, 'log', chunks, undefined, index);
    await expect(appendAt(world, 1, ['a'])).resolves.toEqual({ ok: false, reason: 'moved' });
    await expect(appendAt(world, 0, ['a', 'b'])).resolves.toEqual({ ok: true, nextIndex: 2 });
    await expect(appendAt(other, 0, ['c'])).resolves.toEqual({ ok: false, reason: 'moved' });
    // Of many that want one index, one gets it.
    const wanted = [world, other, world, other].map((by, i) => appendAt(by, 2, [`c${i}`]));
    const outcomes = await Promise.all(wanted);
    expect(outcomes.filter(({ ok }) => ok)).toEqual([{ ok: true, nextIndex: 3 }]);
    await world.closeStream(RUN, 'log');
    await expect(appendAt(other, 9, ['late'])).resolves.toEqual({ ok: false, reason: 'ended' });
    const { chunks } = await other.readChunks(RUN, 'log', 0, 9);
    expect(chunks).toEqual(['a', 'b', expect.stringMatching(/^c\d$/)]);
  });

  it('ends a page with the chunk with which it has as many bytes as were asked for', async () => {
    const { world, connect } = await openStore();
    await ownRun(world);
    await world.appendChunks(RUN, 'log', ['12', new Uint8Array(3), '4', '5']);
    for (const reader of [world, await connect()]) {
      const pages = [1, 2, 3, 5, 6, 7, 100].map((bytesMax) => reader.readChunks(RUN, 'log', 0, 9, bytesMax));
      expect((await Promise.all(pages)).map(({ chunks }) => chunks.length)).toEqual([1, 1, 2, 2, 3, 4, 4]);
      await expect(reader.readChunks(RUN, 'log', 2, 9, 1)).resolves.toEqual({
        chunks: ['4'],
        nextIndex: 4,
        closed: false,
      });
      await expect(reader.readChunks(RUN, 'log', 0, 1, 100)).resolves.toMatchObject({ chunks: ['12'] });
    }
  });

  it('has the gaps between the chunks of such a page', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const writer = { runId: RUN, call: 0, epoch: 1, position: 0 };
    await world.appendChunks(RUN, 'log', ['a', 'b', 'c'], { ...writer, attempt: 1 });
    await world.appendChunks(RUN, 'log', ['new'], { ...writer, attempt: 2 });
    await world.finishAppends(RUN, 'log', { ...writer, attempt: 2, position: 1 });
    await expect(world.readChunks(RUN, 'log', 0, 9, 3)).resolves.toMatchObject({ chunks: [null, null, null, 'new'] });
    await expect(world.readChunks(RUN, 'log', 0, 2, 3)).resolves.toMatchObject({ chunks: [null, null] });
  });

  it('stores thousands of events in one commit, as a whole or not at all', async () => {
    const { world, connect } = await openStore();
    await ownRun(world);
    const { seq } = (await world.readRun(RUN))!;
    const event = { type: 'step_created' as const, at: 1, name: 'step//a//b', payload: '{"json":[]}' };
    const events = Array.from({ length: 3_456 }, (_, i) => ({ ...event, seq: seq + 1 + i, call: i }));
    const commit = { runId: RUN, epoch: 1, afterSeq: seq, events, inboxTaken: 0, dueAt: null, release: false };
    const outcomes = await Promise.all([
      world.commit({ ...commit, parked: null, epoch: 9 }),
      world.commit({ ...commit, parked: null }),
      world.commit({ ...commit, parked: null }),
    ]);
    expect(outcomes).toEqual([{ ok: false, reason: 'fenced' }, { ok: true }, { ok: false, reason: 'fenced' }]);
    await expect((await connect()).readJournal(RUN, seq)).resolves.toEqual(events);

    const created = { type: 'run_created' as const, seq: 1, at: 1, workflowId: ORDER, payload: '{"json":[]}' };
    const all = [{ ...created, seed: 'ab' }, ...events.map((next, i) => ({ ...next, seq: i + 2 }))];
    const run = { runId: toRunId(7), workflowId: ORDER, owner: null, dueAt: 0, events: all };
    await expect(world.createRun(run)).resolves.toEqual({ ok: true });
    await expect(world.createRun(run)).resolves.toEqual({ ok: false, reason: 'exists' });
    await expect((await connect()).readJournal(toRunId(7))).resolves.toEqual(all);
  });

  it('returns a journal of large events whole, in order', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const payload = JSON.stringify('x'.repeat(300_000));
    const at = 1;
    const { seq } = (await world.readRun(RUN))!;
    const events = Array.from({ length: 6 }, (_, i) => ({
      type: 'step_created' as const,
      seq: seq + 1 + i,
      at,
      call: i,
      name: 'step//a//b',
      payload,
    }));
    const commit = { runId: RUN, epoch: 1, afterSeq: seq, events, inboxTaken: 0, dueAt: null, release: true };
    await expect(world.commit({ ...commit, parked: null })).resolves.toEqual({ ok: true });
    await expect(world.readJournal(RUN, seq)).resolves.toEqual(events);
    await expect(world.readJournal(RUN, seq + 5)).resolves.toEqual(events.slice(5));
    await expect(world.readJournal(RUN, seq + 6)).resolves.toEqual([]);
  });

  it('keeps streams of one run, and of different runs, apart', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await ownRun(world, { runId: toRunId(2) });
    await world.appendChunks(RUN, 'a', ['1']);
    await world.appendChunks(RUN, 'b', ['2']);
    await world.appendChunks(toRunId(2), 'a', ['3']);
    await world.closeStream(RUN, 'b');
    await expect(world.readChunks(RUN, 'a', 0, 9)).resolves.toEqual({ chunks: ['1'], nextIndex: 1, closed: false });
    await expect(world.readChunks(RUN, 'b', 0, 9)).resolves.toEqual({ chunks: ['2'], nextIndex: 1, closed: true });
    await expect(world.readChunks(toRunId(2), 'a', 0, 9)).resolves.toMatchObject({ chunks: ['3'] });
    await expect(world.readChunks(RUN, 'c', 0, 9)).resolves.toEqual({ chunks: [], nextIndex: 0, closed: false });
  });

  it('takes no more chunks after the stream was closed, and stays readable', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await world.appendChunks(RUN, 'log', ['1']);
    await world.closeStream(RUN, 'log');
    await world.closeStream(RUN, 'log');
    await expect(world.appendChunks(RUN, 'log', ['2'])).resolves.toEqual({ ok: false, reason: 'ended' });
    await expect(world.readChunks(RUN, 'log', 0, 9)).resolves.toEqual({ chunks: ['1'], nextIndex: 1, closed: true });
  });

  it('closes all streams of a run that ends, even one that nobody wrote to', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await world.appendChunks(RUN, 'log', ['1']);
    await endRun(world);
    await expect(world.appendChunks(RUN, 'log', ['2'])).resolves.toEqual({ ok: false, reason: 'ended' });
    await expect(world.readChunks(RUN, 'log', 0, 9)).resolves.toEqual({ chunks: ['1'], nextIndex: 1, closed: true });
    await expect(world.readChunks(RUN, 'quiet', 0, 9)).resolves.toEqual({ chunks: [], nextIndex: 0, closed: true });
  });

  it('reports an unknown run', async () => {
    const { world } = await openStore();
    await expect(world.appendChunks(RUN, 'log', ['1'])).resolves.toEqual({ ok: false, reason: 'not_found' });
    await expect(world.closeStream(RUN, 'log')).resolves.toBeUndefined();
    await expect(world.readChunks(RUN, 'log', 0, 9)).resolves.toEqual({ chunks: [], nextIndex: 0, closed: true });
  });
}
