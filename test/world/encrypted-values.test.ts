/** The form of encrypted values: what a store holds, and what is refused. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { BuildId, RunId } from '../../runtime/contract/ids.ts';
import { unreadableError } from '../../runtime/contract/unreadable-value.ts';
import type { JournalEvent, RunCreated } from '../../runtime/journal/events.ts';
import { KeyRing, parseKeyRing } from '../../runtime/world/encrypted/key-ring.ts';
import { reencrypt } from '../../runtime/world/encrypted/reencrypt.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import type { ChunkWriter, World } from '../../runtime/world/world.ts';
import { countRounds } from './count-rounds.ts';
import {
  keyText,
  OLD,
  NEW,
  RUN,
  OTHER,
  WORKER,
  SECRET,
  text,
  encrypted,
  created,
  newRun,
  EVENTS,
  continued,
  commit,
  receipt,
  fill,
} from './filled-store.ts';
import { makeDataDir, openMemoryStore, openSqliteWorld } from './test-store.ts';

async function expectAll(world: World): Promise<void> {
  await expect(world.readJournal(RUN)).resolves.toEqual([created, ...EVENTS]);
  await expect(world.readJournal(OTHER)).resolves.toEqual([created, continued]);
  await expect(world.readInbox(RUN)).resolves.toMatchObject([{ content: { payload: text('payload') } }]);
  await expect(world.readInbox(OTHER)).resolves.toMatchObject([{ content: { payload: text('message') } }]);
  await expect(world.findHook('t1')).resolves.toMatchObject({
    metadata: text('metadata'),
    webhook: { response: text('reply') },
  });
  const repeated = { runId: RUN, receipt };
  await expect(world.findReceipt('t1', 'i')).resolves.toEqual(repeated);
  await expect(world.deliverToHook('t1', text('payload'), 4, { receipt })).resolves.toMatchObject(repeated);
  const { chunks } = await world.readChunks(RUN, 's', 0, 9);
  expect(chunks.map((chunk) => (typeof chunk === 'string' ? chunk : Buffer.from(chunk!).toString()))).toEqual([
    text('chunk'),
    SECRET,
  ]);
}

/** All that the files of a store hold, as text. */
function dump(dataDir: string): string {
  const db = new DatabaseSync(toPaths(dataDir).file, { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
  const rows = tables.flatMap(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all());
  db.close();
  return rows
    .flatMap((row) => Object.values(row))
    .map((cell) => (cell instanceof Uint8Array ? Buffer.from(cell).toString('latin1') : String(cell)))
    .join('\n');
}

describe('an encrypted store', () => {
  it('holds no value that can be read, and gives all of them back', async () => {
    const dataDir = makeDataDir();
    const store = await openSqliteWorld(dataDir);
    const world = encrypted(store, NEW);
    await fill(world);
    expect(dump(dataDir)).not.toContain(SECRET);
    expect(dump(dataDir)).not.toContain(created.seed);
    expect(dump(dataDir)).toMatch(/enc1t:new:[^]*enc2t:new:/);
    await expectAll(world);
  });

  it('stays readable in what lists need', async () => {
    const { world } = await openMemoryStore();
    await fill(encrypted(world, NEW));
    const { runs } = await encrypted(world, '').listRuns({ limit: 10, attributes: { customer: 'c1' } });
    expect(runs.map(({ runId }) => runId)).toEqual([OTHER, RUN]);
  });

  it('reads values from before it was encrypted, and those of keys that are no longer the first', async () => {
    const { world } = await openMemoryStore();
    await fill(world);
    await expectAll(encrypted(world, NEW));
    const { world: other } = await openMemoryStore();
    await fill(encrypted(other, OLD));
    await expectAll(encrypted(other, `${NEW},${OLD}`));
  });

  it('names the key that is missing, in the place of each value', async () => {
    const { world } = await openMemoryStore();
    await fill(encrypted(world, OLD));
    const without = encrypted(world, NEW);
    const journal = await without.readJournal(RUN);
    expect(journal.map(({ type }) => type)).toEqual([created, ...EVENTS].map(({ type }) => type));
    const payloads = journal.flatMap((event) => ('payload' in event ? [event.payload ?? ''] : []));
    expect(new Set(payloads.map((payload) => unreadableError(payload)?.code))).toEqual(new Set(['value_key_missing']));
    await expect(without.readChunks(RUN, 's', 0, 1)).rejects.toMatchObject({ code: 'value_key_missing' });
    expect(unreadableError(payloads[0]!)?.message).toContain('"old"');
  });

  it('takes payloads that come to one run at the same time, from two processes', async () => {
    const dataDir = makeDataDir();
    const worlds = await Promise.all([1, 2].map(async () => encrypted(await openSqliteWorld(dataDir), NEW)));
    await worlds[0]!.joinWorker(WORKER, 1e15);
    const hooks = [1, 2, 3].map((call) => ({ type: 'hook_created', seq: call + 1, at: 2, call, token: `t${call}` }));
    await worlds[0]!.createRun({ ...newRun, events: [created, ...hooks] as JournalEvent[] });
    const payloads = Array.from({ length: 60 }, (_, i) => text(`${i}`));
    const sent = payloads.map((payload, i) => worlds[i % 2]!.deliverToHook(`t${(i % 3) + 1}`, payload, 3));
    expect((await Promise.all(sent)).every(({ ok }) => ok)).toBe(true);
    const inbox = await worlds[0]!.readInbox(RUN);
    expect(inbox.map(({ n }) => n)).toEqual(payloads.map((_, i) => i + 1));
    expect(new Set(inbox.map(({ content }) => (content as { payload: string }).payload))).toEqual(new Set(payloads));
  });

  it('never stores the text that stands for a value which it cannot read', async () => {
    const { world } = await openMemoryStore();
    await fill(encrypted(world, OLD));
    const without = encrypted(world, NEW);
    const [first] = await without.readJournal(RUN);
    const copy = { ...newRun, runId: 'wrun_3' as RunId, events: [first!] };
    await expect(without.createRun(copy)).rejects.toMatchObject({ code: 'value_key_missing' });
    await expect(without.readRun('wrun_3' as RunId)).resolves.toBeNull();
  });
});

describe('a run that is claimed', () => {
  it('comes with all values but those of steps that have ended, besides their results', async () => {
    const { world: store } = await openMemoryStore();
    const world = encrypted(store, NEW);
    const name = 'step//./app//a';
    const events: JournalEvent[] = [
      { type: 'run_started', seq: 2, at: 2, buildId: 'b' as BuildId },
      { type: 'step_created', seq: 3, at: 2, call: 0, name, payload: text('input of the first') },
      { type: 'step_retrying', seq: 4, at: 2, call: 0, attempt: 1, retryAt: 3, payload: text('error') },
      { type: 'step_completed', seq: 5, at: 2, call: 0, attempt: 2, startedAt: 2, payload: text('result') },
      { type: 'step_created', seq: 6, at: 2, call: 1, name, payload: text('input of the second') },
      { type: 'step_heartbeat', seq: 7, at: 2, call: 1, attempt: 1, payload: text('heartbeat') },
    ];
    await world.joinWorker(WORKER, 1e15);
    await world.createRun({ ...newRun, owner: null, events: [created, ...events] });
    const claimed = await world.claimRun(WORKER, RUN);
    const isLeft = ({ seq }: JournalEvent): boolean => seq === 3 || seq === 4;
    expect(claimed?.journal.filter((event) => !isLeft(event))).toEqual(
      [created, ...events].filter((event) => !isLeft(event)),
    );
    const stored = await store.readJournal(RUN);
    expect(claimed?.journal.filter(isLeft)).toEqual(stored.filter(isLeft));
    await expect(world.readJournal(RUN)).resolves.toEqual([created, ...events]);
  });
});

describe('a commit of thousands of values', () => {
  it('leaves the event loop room while they are encrypted and decrypted', async () => {
    const { world } = await openMemoryStore();
    const sealed = encrypted(world, NEW);
    await world.joinWorker(WORKER, 1e15);
    await world.createRun(newRun);
    const many: JournalEvent[] = Array.from({ length: 4_000 }, (_, call) => {
      const name = 'step//./app//a';
      return { type: 'step_created', seq: call + 2, at: 2, call, name, payload: text('input') };
    });
    const large = { runId: RUN, epoch: 1, afterSeq: 1, events: many, inboxTaken: 0, dueAt: null } as const;
    const commit = sealed.commit({ ...large, release: false, parked: null });
    expect(await countRounds(commit)).toBeGreaterThan(5);
    expect(await countRounds(sealed.readJournal(RUN))).toBeGreaterThan(5);
    await expect(sealed.readJournal(RUN)).resolves.toEqual([created, ...many]);
  });
});

describe('a value in the store', () => {
  /** Changes the payload of the last event in the file. */
  async function readAfter(change: (payload: string, dataDir: string) => string): Promise<string | undefined> {
    const dataDir = makeDataDir();
    const world = encrypted(await openSqliteWorld(dataDir), NEW);
    await fill(world);
    const db = new DatabaseSync(toPaths(dataDir).file);
    const rows = db.prepare('SELECT id, payload FROM events WHERE type = 10').all() as {
      id: number;
      payload: string;
    }[];
    const { id, payload } = rows[0]!;
    db.prepare('UPDATE events SET payload = ? WHERE id = ?').run(change(payload, dataDir), id);
    db.close();
    const event = (await world.readJournal(RUN)).find(({ type }) => type === 'step_completed');
    return unreadableError((event as { payload: string }).payload)?.code;
  }

  it('is refused when it was changed, cut off, or made with another key of the same name', async () => {
    await expect(readAfter((payload) => payload.slice(0, -8))).resolves.toBe('value_altered');
    await expect(readAfter((payload) => payload.slice(0, 20))).resolves.toBe('value_altered');
    await expect(readAfter(() => 'enc1')).resolves.toBe('value_altered');
    await expect(
      readAfter((payload) => {
        const at = payload.length - 30;
        return payload.slice(0, at) + (payload[at] === 'A' ? 'B' : 'A') + payload.slice(at + 1);
      }),
    ).resolves.toBe('value_altered');
    await expect(readAfter((payload) => payload)).resolves.toBeUndefined();
  });

  it('is refused at another place of its run, and in another run', async () => {
    const payloadOf = (dataDir: string, where: string): string => {
      const db = new DatabaseSync(toPaths(dataDir).file);
      const row = db.prepare(`SELECT payload FROM events WHERE ${where}`).get();
      db.close();
      return (row as { payload: string }).payload;
    };
    await expect(readAfter((_, dir) => payloadOf(dir, 'type = 7'))).resolves.toBe('value_altered');
    await expect(readAfter((_, dir) => payloadOf(dir, 'type = 1 ORDER BY id DESC'))).resolves.toBe('value_altered');
  });

  it('is refused in the place of another one of its kind', async () => {
    const dataDir = makeDataDir();
    const world = encrypted(await openSqliteWorld(dataDir), NEW);
    await fill(world);
    const received = [1, 2].map((i) => ({ type: 'hook_received', seq: 10 + i, at: 3, call: 1, payload: text(`${i}`) }));
    await world.commit({
      ...commit,
      afterSeq: 10,
      events: received as JournalEvent[],
      inboxTaken: 1,
      appends: [],
      outbox: { runs: [], messages: [] },
    });
    for (const part of ['a', 'b']) await world.deliverToHook('t1', text(part), 4);
    const readCodes = async () => {
      const events = (await world.readJournal(RUN)).filter(({ type }) => type === 'hook_received');
      const messages = (await world.readInbox(RUN)).map(({ content }) => content);
      const values = [...events, ...messages] as { payload: string }[];
      return values.map(({ payload }) => unreadableError(payload)?.code);
    };
    await expect(readCodes()).resolves.toEqual([undefined, undefined, undefined, undefined]);
    const db = new DatabaseSync(toPaths(dataDir).file);
    for (const [table, key, which] of [
      ['events', 'id', 'type = 15'],
      ['inbox', 'n', 'n > 1'],
    ]) {
      const [one, two] = db.prepare(`SELECT ${key} AS key, payload FROM ${table} WHERE ${which}`).all();
      const put = db.prepare(`UPDATE ${table} SET payload = ? WHERE ${key} = ?`);
      put.run(one!['payload']!, two!['key']!);
      put.run(two!['payload']!, one!['key']!);
    }
    db.close();
    await expect(readCodes()).resolves.toEqual(Array.from({ length: 4 }, () => 'value_altered'));
  });

  it('is refused when its key has another content', async () => {
    const { world } = await openMemoryStore();
    await fill(encrypted(world, OLD));
    const [first] = await encrypted(world, `old:${keyText(9)}`).readJournal(RUN);
    expect(unreadableError((first as { payload: string }).payload)?.code).toBe('value_altered');
  });
});

describe('chunks that a later attempt writes once more', () => {
  const writer: ChunkWriter = { runId: RUN, call: 0, epoch: 1, attempt: 1, position: 0 };

  it.each([
    ['another key', OLD, `${NEW},${OLD}`],
    ['no key', '', NEW],
    ['a key, and is to be plain', NEW, `plain,${NEW}`],
  ])('stay where they are when the first attempt had %s', async (_, before, after) => {
    for (const openStore of [openMemoryStore, async () => ({ world: await openSqliteWorld(makeDataDir()) })]) {
      const { world } = await openStore();
      await encrypted(world, before).joinWorker(WORKER, 1e15);
      await encrypted(world, before).createRun(newRun);
      const chunks = [text('one'), Uint8Array.of(1, 2), text('three')];
      await encrypted(world, before).appendChunks(RUN, 's', chunks, writer);
      const again = encrypted(world, after);
      const later = { ...writer, attempt: 2 };
      await expect(again.appendChunks(RUN, 's', chunks, later)).resolves.toEqual({ ok: true, nextIndex: 3 });
      const differs = { ...later, position: 3 };
      await expect(again.appendChunks(RUN, 's', [text('four')], differs)).resolves.toEqual({ ok: true, nextIndex: 4 });
      await expect(again.readChunks(RUN, 's', 0, 9)).resolves.toMatchObject({ chunks: [...chunks, text('four')] });
    }
  });
});

describe('encrypting anew', () => {
  it('brings every value to the first key, in any number of tries, and says when the old key is not needed', async () => {
    const dataDir = makeDataDir();
    const store = await openSqliteWorld(dataDir);
    await fill(encrypted(store, OLD));
    const ring = parseKeyRing(`${NEW},${OLD}`);
    const first = await reencrypt(store, ring);
    expect(first.rewritten).toBe(20);
    expect(dump(dataDir)).not.toMatch(/enc[12].:old:/);
    await expectAll(encrypted(store, NEW));
    await expect(reencrypt(store, ring)).resolves.toMatchObject({
      rewritten: 0,
      unreadable: new Map(),
      runs: 2,
      otherKeyIds: ['old'],
    });
  });

  it('encrypts what was plain, and makes plain again what was encrypted', async () => {
    const dataDir = makeDataDir();
    const store = await openSqliteWorld(dataDir);
    await fill(store);
    const { rewritten } = await reencrypt(store, parseKeyRing(NEW));
    expect(dump(dataDir)).not.toContain(SECRET);
    await expect(reencrypt(store, parseKeyRing(`plain,${NEW}`))).resolves.toMatchObject({ rewritten });
    await expectAll(store);
  });

  it('leaves values alone that it cannot read, and counts them by key', async () => {
    const { world } = await openMemoryStore();
    await fill(encrypted(world, OLD));
    const before = await world.readJournal(RUN);
    const { rewritten, unreadable } = await reencrypt(world, parseKeyRing(NEW));
    expect(rewritten).toBe(0);
    expect([...unreadable.keys()]).toEqual(['old']);
    await expect(world.readJournal(RUN)).resolves.toEqual(before);
  });

  it('takes values as the store has them, also through a World with keys', async () => {
    const { world } = await openMemoryStore();
    await fill(encrypted(world, OLD));
    const [before] = (await world.readJournal(RUN)) as [RunCreated];
    const after = { ...before, payload: 'another form' };
    await encrypted(world, OLD).rewriteValues(RUN, [{ kind: 'event', before, after }]);
    await expect(world.readJournal(RUN)).resolves.toContainEqual(after);
  });

  it('changes nothing that was written meanwhile', async () => {
    const { world } = await openMemoryStore();
    await fill(encrypted(world, OLD));
    const [first] = await world.readJournal(RUN);
    const wrong: RunCreated = { ...(first as RunCreated), payload: 'other' };
    await world.rewriteValues(RUN, [{ kind: 'event', before: wrong, after: { ...wrong, payload: 'lost' } }]);
    await expect(world.readJournal(RUN, 0)).resolves.toContainEqual(first);
  });
});

describe('the setting of the keys', () => {
  it.each([
    ['k1', 'no name'],
    ['k 1:' + keyText(1), 'no name'],
    ['k1:short', '32 bytes'],
    [`k1:${Buffer.alloc(33).toString('base64')}`, '32 bytes'],
    [`${OLD},old:${keyText(2)}`, 'Entry 2'],
    [`plain,${OLD},old:${keyText(2)}`, 'Entry 3'],
    ['only', 'needs a key'],
    [`only,plain,${OLD}`, 'Entry 2'],
  ])('refuses %s', (setting, problem) => {
    expect(() => parseKeyRing(setting)).toThrow(problem);
    expect(() => parseKeyRing(setting)).toThrow(expect.objectContaining({ code: 'encryption_keys_invalid' }));
    try {
      parseKeyRing(setting);
    } catch (error) {
      expect((error as Error).message).not.toContain(setting.split(':').at(-1)!.slice(0, 6) || '-');
    }
  });

  it('takes several keys, spaces and the alphabet of addresses', () => {
    const ring = parseKeyRing(` ${NEW} , old:${Buffer.alloc(32, 255).toString('base64url')},`);
    expect(ring).toBeInstanceOf(KeyRing);
    expect([ring.first?.id, ...ring.others.map(({ id }) => id)]).toEqual(['new', 'old']);
    expect(parseKeyRing('').first).toBeNull();
  });
});
