import { expect, it } from 'vitest';
import type { Chunk } from '../../../runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import { endRun, ownRun, RUN, toRunId } from '../run-fixtures.ts';

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
