import { expect, it } from 'vitest';
import type { OpenStore } from '../test-store.ts';
import { RECEIPT_KEPT_MS } from '../../../runtime/world/records.ts';
import type { HookFilter } from '../../../runtime/world/world.ts';
import {
  completed,
  continued,
  endRun,
  hookCreated,
  hookDisposed,
  NOW,
  ownRun,
  RUN,
  started,
  toCommit,
  toRunId,
} from '../run-fixtures.ts';

const OTHER_RUN = toRunId(2);

export function testHooks(openStore: OpenStore): void {
  it('finds an active hook by its token, with all its fields', async () => {
    const { world, connect } = await openStore();
    await ownRun(world);
    const webhook = { mode: 'static', response: '[200]' } as const;
    await world.commit(
      toCommit({
        events: [
          hookCreated(0, 'plain'),
          { type: 'hook_created', at: NOW + 1, call: 1, token: 'wéb/1', webhook, payload: '["meta"]' },
          { type: 'hook_created', at: NOW, call: 2, token: 'once', once: true },
        ],
      }),
    );
    const other = await connect();
    const hook = { runId: RUN, createdAt: NOW, webhook: null, once: false, metadata: null, inboxLast: 0 };
    const plain = { ...hook, call: 0, token: 'plain' };
    await expect(other.findHook('plain')).resolves.toEqual(plain);
    const web = { ...hook, call: 1, token: 'wéb/1', createdAt: NOW + 1, webhook, metadata: '["meta"]' };
    await expect(other.findHook('wéb/1')).resolves.toEqual(web);
    await expect(other.findHook('once')).resolves.toEqual({ ...plain, call: 2, token: 'once', once: true });
    await expect(other.findHook('PLAIN')).resolves.toBeNull();
  });

  it('refuses a token that another active hook holds, names its run, and stores nothing of the commit', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    await ownRun(world, { events: [hookCreated(0, 'mine')] });
    await ownRun(world, { runId: OTHER_RUN });
    const conflicts = [{ call: 4, token: 'mine', heldBy: RUN }];
    const commit = toCommit({ runId: OTHER_RUN, events: [hookCreated(3, 'free'), hookCreated(4, 'mine')] });
    await expect(other.commit(commit)).resolves.toEqual({ ok: false, reason: 'tokens_taken', conflicts });
    await expect(world.findHook('free')).resolves.toBeNull();
    await expect(world.readJournal(OTHER_RUN)).resolves.toHaveLength(1);
    await expect(world.findHook('mine')).resolves.toMatchObject({ runId: RUN });
  });

  it('refuses a new run that asks for a taken token', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [hookCreated(0, 'mine')] });
    await expect(ownRun(world, { runId: OTHER_RUN, events: [hookCreated(0, 'mine')] })).rejects.toThrow('tokens_taken');
    await expect(world.readRun(OTHER_RUN)).resolves.toBeNull();
  });

  it('gives a token to one of two hooks that ask for it in one commit', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const commit = toCommit({ events: [hookCreated(0, 'same'), hookCreated(1, 'same')] });
    const conflicts = [{ call: 1, token: 'same', heldBy: RUN }];
    await expect(world.commit(commit)).resolves.toEqual({ ok: false, reason: 'tokens_taken', conflicts });
  });

  it('gives a token to one of two runs that ask for it at the same time', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    await ownRun(world);
    await ownRun(world, { runId: OTHER_RUN });
    const outcomes = await Promise.all([
      world.commit(toCommit({ events: [hookCreated(0, 'same')] })),
      other.commit(toCommit({ runId: OTHER_RUN, events: [hookCreated(0, 'same')] })),
    ]);
    const [winner, loser] = outcomes[0].ok ? [RUN, OTHER_RUN] : [OTHER_RUN, RUN];
    await expect(world.findHook('same')).resolves.toMatchObject({ runId: winner });
    await expect(world.readJournal(loser)).resolves.toHaveLength(1);
  });

  it('stores a conflict beside its hook and leaves the token with its holder', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [hookCreated(0, 'mine')] });
    await ownRun(world, { runId: OTHER_RUN });
    const conflict = { type: 'hook_conflict', at: NOW, call: 0, token: 'mine', heldBy: RUN } as const;
    const commit = toCommit({ runId: OTHER_RUN, events: [hookCreated(0, 'mine'), conflict] });
    await expect(world.commit(commit)).resolves.toEqual({ ok: true });
    await expect(world.findHook('mine')).resolves.toMatchObject({ runId: RUN });
  });

  it('frees the token of a disposed hook, at the earliest in the same commit', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [hookCreated(0, 'mine')] });
    const swap = toCommit({ afterSeq: 2, events: [hookDisposed(0), hookCreated(1, 'mine')] });
    await expect(world.commit(swap)).resolves.toEqual({ ok: true });
    await expect(world.findHook('mine')).resolves.toMatchObject({ call: 1 });
    await world.commit(toCommit({ afterSeq: 4, events: [hookDisposed(1)] }));
    await expect(world.findHook('mine')).resolves.toBeNull();
    await ownRun(world, { runId: OTHER_RUN, events: [hookCreated(0, 'mine')] });
    await expect(world.findHook('mine')).resolves.toMatchObject({ runId: OTHER_RUN });
  });

  it('frees all tokens of a run that ends, and no others', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [hookCreated(0, 'a'), hookCreated(1, 'b')] });
    await ownRun(world, { runId: OTHER_RUN, events: [hookCreated(0, 'c')] });
    await world.commit(toCommit({ afterSeq: 3, events: [completed()] }));
    await expect(world.findHook('a')).resolves.toBeNull();
    await expect(world.findHook('b')).resolves.toBeNull();
    await expect(world.findHook('c')).resolves.toMatchObject({ runId: OTHER_RUN });
  });

  it('keeps hooks open when a run continues as new', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [started(), hookCreated(0, 'mine')] });
    await world.commit(toCommit({ afterSeq: 3, events: [continued(1)] }));
    await expect(world.deliverToHook('mine', '[]', NOW)).resolves.toMatchObject({ ok: true, runId: RUN });
  });

  it('lists active hooks, those of the newest run first, page by page', async () => {
    const { world, connect } = await openStore();
    await ownRun(world, { events: [hookCreated(0, 'a'), hookCreated(1, 'b'), hookCreated(10, 'c')] });
    await ownRun(world, { runId: OTHER_RUN, events: [hookCreated(2, 'd'), hookCreated(3, 'e')] });
    await world.commit(toCommit({ afterSeq: 4, events: [hookDisposed(1)] }));
    const other = await connect();
    const listPages = async (filter: Omit<HookFilter, 'cursor'>): Promise<string[][]> => {
      const pages: string[][] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await other.listHooks(cursor === undefined ? filter : { ...filter, cursor });
        pages.push(page.hooks.map(({ token }) => token));
        cursor = page.cursor;
      }
      return pages;
    };
    await expect(listPages({ limit: 9 })).resolves.toEqual([['d', 'e', 'a', 'c']]);
    await expect(listPages({ limit: 3 })).resolves.toEqual([['d', 'e', 'a'], ['c']]);
    await expect(listPages({ limit: 1 })).resolves.toEqual([['d'], ['e'], ['a'], ['c']]);
    await expect(listPages({ limit: 1, runId: RUN })).resolves.toEqual([['a'], ['c']]);
    await expect(listPages({ limit: 2, runId: toRunId(3) })).resolves.toEqual([[]]);
    const { hooks } = await other.listHooks({ limit: 1 });
    expect({ ...hooks[0], inboxLast: 0 }).toEqual(await world.findHook('d'));
    await expect(world.listHooks({ limit: 1, cursor: '7' })).rejects.toMatchObject({ code: 'world_cursor_invalid' });
  });

  it('delivers to the hook that holds the token now', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [hookCreated(0, 'mine')] });
    const message = { n: 1, at: NOW + 1, content: { type: 'hook', call: 0, payload: '["hi"]' } };
    await expect(world.deliverToHook('mine', '["hi"]', NOW + 1)).resolves.toEqual({ ok: true, runId: RUN, message });
    await expect(world.readInbox(RUN)).resolves.toEqual([message]);
  });

  it('delivers to a hook of this run, and as the message with this number, or changes nothing', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    const once = { type: 'hook_created', at: NOW, call: 0, token: 'once', once: true } as const;
    await ownRun(world, { events: [once, hookCreated(1, 'mine')] });
    const receipt = { id: 'i', digest: 'd', reply: null, replyStream: null };
    const refused = { ok: false, reason: 'not_found' };
    for (const wrong of [{ n: 2 }, { n: 0 }, { holder: OTHER_RUN }, { holder: RUN, n: 2 }]) {
      await expect(world.deliverToHook('once', '[1]', NOW, { receipt, ...wrong })).resolves.toEqual(refused);
    }
    await expect(world.findReceipt('once', 'i')).resolves.toBeNull();
    const sent = await Promise.all(
      [world, other].map((store) => store.deliverToHook('mine', '[1]', NOW, { holder: RUN, n: 1 })),
    );
    expect(sent.filter(({ ok }) => ok)).toMatchObject([{ message: { n: 1 } }]);
    await expect(other.findHook('once')).resolves.toMatchObject({ inboxLast: 1 });
    await expect(world.deliverToHook('once', '[1]', NOW, { receipt, n: 2 })).resolves.toMatchObject({ ok: true });
    await expect(world.readInbox(RUN)).resolves.toHaveLength(2);
  });

  it('closes a hook for one payload with the first payload from any sender', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    await ownRun(world, { events: [{ type: 'hook_created', at: NOW, call: 0, token: 'mine', once: true }] });
    const sent = await Promise.all([world, other].map((store, n) => store.deliverToHook('mine', `[${n}]`, NOW)));
    expect(sent.filter(({ ok }) => ok)).toHaveLength(1);
    await expect(world.readInbox(RUN)).resolves.toHaveLength(1);
    await expect(world.findHook('mine')).resolves.toBeNull();
    await expect(world.listHooks({ limit: 1 })).resolves.toEqual({ hooks: [], cursor: null });
    await ownRun(world, { runId: OTHER_RUN, events: [hookCreated(0, 'mine')] });
    await world.commit(toCommit({ afterSeq: 2, events: [hookDisposed(0)] }));
    await expect(world.findHook('mine')).resolves.toMatchObject({ runId: OTHER_RUN });
  });

  it('delivers a payload with an id once, whatever becomes of its hook, and says what it has kept of it', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    await ownRun(world, { events: [hookCreated(0, 'mine'), hookCreated(1, 'also mine')] });
    const receipt = { id: 'i', digest: 'd', reply: '["thanks"]', replyStream: '$reply/1' };
    const later = { ...receipt, digest: 'other', reply: null, replyStream: null };
    const send = (store: typeof world, id: string, token = 'mine') =>
      store.deliverToHook(token, '[1]', NOW, { receipt: { ...(id === 'i' ? receipt : later), id } });
    const sent = await Promise.all([world, other, world].map((store) => send(store, 'i')));
    expect(sent.filter(({ ok }) => ok)).toHaveLength(1);
    const kept = { runId: RUN, receipt };
    const repeated = { ok: false, reason: 'repeated', ...kept };
    expect(sent.filter(({ ok }) => !ok)).toEqual([repeated, repeated]);
    await expect(other.deliverToHook('mine', '[2]', NOW, { receipt: { ...later, id: 'i' } })).resolves.toEqual(
      repeated,
    );
    await expect(send(world, 'j')).resolves.toMatchObject({ ok: true });
    await expect(send(world, 'i', 'also mine')).resolves.toMatchObject({ ok: true });
    await expect(world.readInbox(RUN)).resolves.toHaveLength(3);
    await expect(other.findReceipt('mine', 'i')).resolves.toEqual(kept);
    await expect(other.findReceipt('mine', 'j')).resolves.toEqual({ runId: RUN, receipt: { ...later, id: 'j' } });
    await expect(other.findReceipt('mine', 'k')).resolves.toBeNull();
    await expect(other.findReceipt('yours', 'i')).resolves.toBeNull();
    await expect(other.listReceipts(OTHER_RUN)).resolves.toEqual([]);
    const listed = await other.listReceipts(RUN);
    expect(listed.map(({ token, receipt: { id } }) => `${token} ${id}`).sort()).toEqual([
      'also mine i',
      'mine i',
      'mine j',
    ]);
    await world.commit(toCommit({ afterSeq: 3, events: [hookDisposed(0)] }));
    await expect(send(other, 'i')).resolves.toEqual(repeated);
    await world.commit(toCommit({ afterSeq: 4, events: [completed()] }));
    await expect(send(other, 'i')).resolves.toEqual(repeated);
    await expect(send(other, 'k')).resolves.toEqual({ ok: false, reason: 'not_found' });
    await expect(world.findReceipt('mine', 'k')).resolves.toBeNull();
  });

  it('forgets the ids of payloads with the run that got them', async () => {
    const { world } = await openStore();
    const receipt = { id: 'i', digest: 'd', reply: null, replyStream: null };
    await ownRun(world, { events: [hookCreated(0, 'mine')] });
    await world.deliverToHook('mine', '[1]', NOW, { receipt });
    await world.commit(toCommit({ afterSeq: 2, events: [completed()] }));
    await world.deleteRuns([RUN]);
    await expect(world.findReceipt('mine', 'i')).resolves.toBeNull();
    await ownRun(world, { runId: OTHER_RUN, events: [hookCreated(0, 'mine')] });
    await expect(world.deliverToHook('mine', '[1]', NOW, { receipt })).resolves.toMatchObject({ ok: true });
    await expect(world.findReceipt('mine', 'i')).resolves.toEqual({ runId: OTHER_RUN, receipt });
  });

  it('forgets the ids of payloads after seven days, with their answers', async () => {
    const { world, connect } = await openStore();
    await ownRun(world, { events: [hookCreated(0, 'mine')] });
    const send = (id: string, at: number, replyStream: string | null = null) =>
      world.deliverToHook('mine', '[1]', at, { receipt: { id, digest: 'd', reply: null, replyStream } });
    await send('old', NOW, '$reply/1');
    await send('younger', NOW + 1, '$reply/2');
    for (const stream of ['$reply/1', '$reply/2', 'log']) await world.appendChunks(RUN, stream, ['"answer"']);
    await world.purgeExpired(NOW + RECEIPT_KEPT_MS, 9);
    await expect(send('old', NOW + RECEIPT_KEPT_MS)).resolves.toMatchObject({ reason: 'repeated' });
    await world.purgeExpired(NOW + RECEIPT_KEPT_MS + 1, 9);
    const other = await connect();
    await expect(other.findReceipt('mine', 'old')).resolves.toBeNull();
    await expect(send('younger', NOW + RECEIPT_KEPT_MS)).resolves.toMatchObject({ reason: 'repeated' });
    const streams = await other.listStreams(RUN);
    expect(streams.map(({ stream }) => stream).sort()).toEqual(['$reply/2', 'log']);
    await expect(send('old', NOW + RECEIPT_KEPT_MS)).resolves.toMatchObject({ ok: true });
  });

  it('forgets many ids of payloads at once', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [hookCreated(0, 'mine')] });
    const receipt = { digest: 'd', reply: null, replyStream: null };
    const sent = Array.from({ length: 2_500 }, (_, n) =>
      world.deliverToHook('mine', '[1]', NOW, { receipt: { ...receipt, id: `${n}` } }),
    );
    await Promise.all(sent);
    await world.purgeExpired(NOW + RECEIPT_KEPT_MS + 1, 9);
    await expect(world.listReceipts(RUN)).resolves.toEqual([]);
  });

  it('refuses payloads for an unknown token and for a run that has ended', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await world.commit(toCommit({ events: [hookCreated(0, 'mine')] }));
    const notFound = { ok: false, reason: 'not_found' };
    await expect(world.deliverToHook('other', '[]', NOW)).resolves.toEqual(notFound);
    await world.commit(toCommit({ afterSeq: 2, events: [completed()] }));
    await expect(world.deliverToHook('mine', '[]', NOW)).resolves.toEqual(notFound);
    await ownRun(world, { runId: OTHER_RUN });
    await endRun(world, OTHER_RUN);
    await expect(world.readInbox(OTHER_RUN)).resolves.toEqual([]);
  });
}
