/** Values that were encrypted by an earlier version of this package stay readable: those in `encrypted-<n>/`. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sinceBase } from '../../runtime/journal/replay-base.ts';
import { EncryptedWorld } from '../../runtime/world/encrypted/encrypted-world.ts';
import { parseKeyRing } from '../../runtime/world/encrypted/key-ring.ts';
import { reencrypt } from '../../runtime/world/encrypted/reencrypt.ts';
import { VirtualClock } from '../runtime/virtual-clock.ts';
import { makeDataDir, openSqliteWorld } from '../world/test-store.ts';
import { GOLDEN_KEY } from './golden-key.ts';
import { GoldenPlayer, type Recordings } from './play-golden.ts';

const FOLDER = import.meta.dirname;
const stores = readdirSync(FOLDER).filter((name) => name.startsWith('encrypted-'));

describe.each(stores)('%s', (name) => {
  const recordings = JSON.parse(readFileSync(join(FOLDER, name, 'journals.json'), 'utf8')) as Recordings;

  async function open() {
    const dataDir = makeDataDir();
    cpSync(join(FOLDER, name, 'store'), dataDir, { recursive: true });
    const store = await openSqliteWorld(dataDir);
    return { store, world: new EncryptedWorld(store, parseKeyRing(GOLDEN_KEY)) };
  }

  it('has every run as it was written', async () => {
    const { store, world } = await open();
    for (const { runId, journal } of Object.values(recordings)) {
      const baseSeq = journal.findLast(({ type }) => type === 'run_continued')?.seq ?? 0;
      expect(await world.readJournal(runId)).toEqual(sinceBase(journal, baseSeq));
      expect(JSON.stringify(await store.readJournal(runId))).toContain('enc1t:golden:');
    }
    const { chunks } = await world.readChunks(recordings['writes']!.runId, 'default', 0, 9);
    expect(chunks.slice(0, 2)).toEqual(['{"json":{"n":1}}', new Uint8Array([1, 2, 3])]);
  });

  it('gets its present form by encrypting it anew with the same key', async () => {
    const { store } = await open();
    await reencrypt(store, parseKeyRing(GOLDEN_KEY));
    const journals = await Promise.all(Object.values(recordings).map(({ runId }) => store.readJournal(runId)));
    const payloads = journals.flat().filter(({ type }) => type === 'step_completed' || type === 'hook_received');
    for (const { payload } of payloads as { payload: string }[]) expect(payload).toMatch(/^enc2t:golden:/);
    const { chunks } = await store.readChunks(recordings['writes']!.runId, 'default', 0, 9);
    expect(chunks[0]).toMatch(/^enc2[tg]:golden:/);
    await expect(reencrypt(store, parseKeyRing(GOLDEN_KEY))).resolves.toMatchObject({ rewritten: 0 });
  });

  it('has runs that go on', async () => {
    const { world } = await open();
    const lastAt = Math.max(...Object.values(recordings).map(({ journal }) => journal.at(-1)!.at));
    const player = new GoldenPlayer(world, { clock: new VirtualClock(lastAt) });
    onTestFinished(() => player.close());
    player.clock.advance(2 * 3_600_000);
    await player.boot('newer');
    await player.resume('waiting', '["payload"]');
    await expect(player.untilEnd(recordings['waiting']!.runId)).resolves.toMatchObject({
      type: 'run_completed',
      payload: expect.stringContaining('payload'),
    });
  });
});

it.each(readdirSync(FOLDER).filter((name) => name.startsWith('format-')))(
  'the store of %s can be encrypted, and made plain again',
  async (name) => {
    const dataDir = makeDataDir();
    cpSync(join(FOLDER, name, 'store'), dataDir, { recursive: true });
    const store = await openSqliteWorld(dataDir);
    const { runs } = await store.listRuns({ limit: 99 });
    const read = () => Promise.all(runs.map(({ runId }) => store.readJournal(runId)));
    const before = await read();
    const { rewritten } = await reencrypt(store, parseKeyRing(GOLDEN_KEY));
    expect(rewritten).toBeGreaterThan(50);
    await expect(reencrypt(store, parseKeyRing(GOLDEN_KEY))).resolves.toMatchObject({ rewritten: 0 });
    await expect(reencrypt(store, parseKeyRing(`plain,${GOLDEN_KEY}`))).resolves.toMatchObject({ rewritten });
    await expect(read()).resolves.toEqual(before);
  },
);
