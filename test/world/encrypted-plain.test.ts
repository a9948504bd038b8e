/** Plain values in a store whose values are all encrypted. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BuildId } from '../../runtime/contract/ids.ts';
import { unreadableError } from '../../runtime/contract/unreadable-value.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import type { EncryptedWorld } from '../../runtime/world/encrypted/encrypted-world.ts';
import { parseKeyRing } from '../../runtime/world/encrypted/key-ring.ts';
import { seal } from '../../runtime/world/encrypted/value-cipher.ts';
import { importRuns } from '../../runtime/world/moving/import-runs.ts';
import type { World } from '../../runtime/world/world.ts';
import {
  created,
  encrypted,
  EVENTS,
  fill,
  keyText,
  NEW,
  newRun,
  OLD,
  OTHER,
  RUN,
  text,
  WORKER,
} from './filled-store.ts';
import { openMemoryStore, openSqliteStore } from './test-store.ts';

/** The name of the note among the bundles. */
const NOTE = 'workflow_encryption' as BuildId;

const open = async (store: World, keys: string): Promise<EncryptedWorld> => {
  const world = encrypted(store, keys);
  await world.open();
  return world;
};

/** A store with values of one key, of which `reencrypt` has noted that none is plain. */
async function fillNoted(openStore = openMemoryStore): Promise<World> {
  const { world: store } = await openStore();
  const world = await open(store, NEW);
  await fill(world);
  await expect(world.reencrypt()).resolves.toMatchObject({ rewritten: 0, isNoted: true });
  return store;
}

/** Puts plain values into the place of all those of a journal, without a key. */
async function forge(store: World): Promise<void> {
  const journal = await store.readJournal(RUN);
  const plain: JournalEvent[] = [created, ...EVENTS];
  const changes = journal.map((before, i) => ({ kind: 'event' as const, before, after: plain[i]! }));
  await store.rewriteValues(RUN, changes);
}

/** The error in the place of each value of a journal. */
async function readErrors(world: World): Promise<(string | undefined)[]> {
  const journal = await world.readJournal(RUN);
  const payloads = journal.flatMap((event) => ('payload' in event && event.payload ? [event.payload] : []));
  return payloads.map((payload) => unreadableError(payload)?.message);
}

const allPlain = Array.from({ length: 8 }, () => expect.stringContaining('A stored value is plain'));
const allRead = Array.from({ length: 8 }, () => undefined);

describe('a store whose values are all encrypted', () => {
  it.each([
    ['in memory', openMemoryStore],
    ['in SQLite', openSqliteStore],
  ])('refuses plain values from when reencrypt has found none on, %s', async (_, openStore) => {
    const { world: store } = await openStore();
    await fill(store);
    const world = await open(store, NEW);
    await expect(world.reencrypt()).resolves.toMatchObject({ isNoted: false });
    expect(await readErrors(await open(store, NEW))).toEqual(allRead);
    await expect(world.reencrypt()).resolves.toMatchObject({ rewritten: 0, isNoted: true });
    expect(await readErrors(world)).toEqual(allRead);
    await forge(store);
    for (const reader of [world, await open(store, NEW)]) expect(await readErrors(reader)).toEqual(allPlain);
    await expect(world.reencrypt()).resolves.toMatchObject({ rewritten: 0, unreadable: new Map([['', 10]]) });
  });

  it('refuses them at every place', async () => {
    const store = await fillNoted();
    const { world: other } = await openMemoryStore();
    await fill(other);
    const forged = await open(other, `only,${NEW}`);
    const isRefused = expect.stringMatching(/^!altered:$/);
    await expect(forged.readInbox(RUN)).resolves.toMatchObject([{ content: { payload: isRefused } }]);
    await expect(forged.readInbox(OTHER)).resolves.toMatchObject([{ content: { payload: isRefused } }]);
    await expect(forged.findHook('t1')).resolves.toMatchObject({
      metadata: isRefused,
      webhook: { response: isRefused },
    });
    const receipt = { digest: isRefused, reply: isRefused };
    await expect(forged.findReceipt('t1', 'i')).resolves.toMatchObject({ receipt });
    await expect(forged.readChunks(RUN, 's', 0, 9)).rejects.toMatchObject({ code: 'value_altered' });
    await expect(forged.readJournal(OTHER)).resolves.toMatchObject([
      { seed: '', payload: isRefused },
      { payload: isRefused, hooks: [{ payloads: [isRefused] }] },
    ]);
    expect(await readErrors(await open(store, `only,${NEW}`))).toEqual(allRead);
  });

  it('refuses values of before their numbers were authenticated', async () => {
    const store = await fillNoted();
    const [, , before] = await store.readJournal(RUN);
    const place = { runId: RUN, at: 'step_created 0' };
    const payload = seal(parseKeyRing(NEW), place, text('input'));
    expect(payload).toMatch(/^enc1t/);
    const after = { ...before, payload } as JournalEvent;
    await store.rewriteValues(RUN, [{ kind: 'event', before: before!, after }]);
    expect(await readErrors(await open(store, NEW))).toContainEqual(expect.stringContaining('the key "new"'));
  });

  it('takes nothing from a process that could only store it plain', async () => {
    const store = await fillNoted();
    const keyless = await open(store, '');
    const refused = { code: 'encryption_required' };
    await expect(keyless.createRun({ ...newRun, runId: 'wrun_3' as never })).rejects.toMatchObject(refused);
    await expect(keyless.deliverToHook('t1', text('payload'), 3)).rejects.toMatchObject(refused);
    await expect(keyless.appendChunks(RUN, 's', [text('chunk')])).rejects.toMatchObject(refused);
    await expect(keyless.listRuns({ limit: 9 })).resolves.toMatchObject({ runs: [{ runId: OTHER }, { runId: RUN }] });
    expect(await store.readRun('wrun_3' as never)).toBeNull();
  });

  it('takes plain values again when a process starts that has `plain` in front', async () => {
    const store = await fillNoted();
    const plain = await open(store, `plain,${NEW}`);
    await plain.deliverToHook('t1', text('plain'), 3);
    const reader = await open(store, NEW);
    await expect(reader.readInbox(RUN)).resolves.toMatchObject([{}, { content: { payload: text('plain') } }]);
    await expect(reader.reencrypt()).resolves.toMatchObject({ rewritten: 1 });
    await expect(reader.reencrypt()).resolves.toMatchObject({ isNoted: true });
  });

  it('takes plain values again when runs are imported', async () => {
    const store = await fillNoted();
    async function* lines() {
      yield { workflowExport: 1, project: null, hasLiveRuns: false } as never;
    }
    await importRuns(store, lines(), { name: 'runs.jsonl', now: 1 });
    await forge(store);
    expect(await readErrors(await open(store, NEW))).toEqual(allRead);
  });

  it('encrypts plain values that its owner trusts', async () => {
    const store = await fillNoted();
    await forge(store);
    for (const keys of [NEW, `only,${NEW}`]) {
      const world = await open(store, keys);
      await expect(world.reencrypt()).resolves.toMatchObject({ isNoted: false });
    }
    const world = await open(store, NEW);
    await expect(world.reencrypt({ trustsPlain: true })).resolves.toMatchObject({ rewritten: 10 });
    await expect(world.reencrypt()).resolves.toMatchObject({ rewritten: 0, isNoted: true });
    await expect(world.readJournal(RUN)).resolves.toEqual([created, ...EVENTS]);
  });

  it('is noted for all keys, and also for those who have another one', async () => {
    const store = await fillNoted();
    await forge(store);
    expect(await readErrors(await open(store, OLD))).toEqual(allPlain);
    expect(await readErrors(await open(store, ''))).toEqual(allPlain);
  });

  it('is seen after a minute by processes that run already', async () => {
    const { world: store } = await openMemoryStore();
    const running = await open(store, NEW);
    await fill(running);
    await (await open(store, NEW)).reencrypt();
    await forge(store);
    await running.claimDue(WORKER, 1, 1);
    expect(await readErrors(running)).toEqual(allRead);
    const now = performance.now();
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(performance, 'now').mockReturnValue(now + 61_000);
    await running.claimDue(WORKER, 1, 1);
    expect(await readErrors(running)).toEqual(allPlain);
  });

  it.each([
    ['with another key of this name', `new:${keyText(9)}`, false],
    ['for another store', NEW, true],
  ])('is not what somebody has noted %s', async (_, keys, isElsewhere) => {
    const { world: store } = await openMemoryStore();
    const { world: other } = isElsewhere ? await openMemoryStore() : { world: store };
    await (await open(other, keys)).reencrypt();
    const note = (await other.loadStepCode(NOTE))!;
    await store.saveBundle({ buildId: NOTE, code: '', map: null }, { contracts: {}, code: note });
    await fill(store);
    expect(await readErrors(await open(store, NEW))).toEqual(allRead);
  });
});
