import { describe, expect, it } from 'vitest';
import type { InboxContent } from '../../../runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import {
  ALICE,
  BOB,
  endRun,
  LEASE_UNTIL,
  NOW,
  ownRun,
  RUN,
  toBuildId,
  toCommit,
  toNewRun,
  toRunId,
  toWorkerId,
} from '../run-fixtures.ts';

const WAKE: InboxContent = { type: 'wake' };

export function testInbox(openStore: OpenStore): void {
  it('returns every kind of message unchanged', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const contents: InboxContent[] = [
      { type: 'hook', call: 3, payload: '["ä"]' },
      { type: 'hook', call: 3, payload: '' },
      { type: 'cancel' },
      { type: 'cancel', reason: 'no longer wanted' },
      { type: 'wake' },
      { type: 'wake', calls: [1, 4] },
      { type: 'pause' },
      { type: 'resume' },
      { type: 'move', buildId: toBuildId('b2') },
      { type: 'child', call: 2, status: 'completed', payload: '[1]' },
      { type: 'child', call: 3, status: 'cancelled', reason: 'enough' },
    ];
    for (const content of contents) await world.deliver(RUN, content, NOW);
    const messages = contents.map((content, i) => ({ n: i + 1, at: NOW, content }));
    await expect(world.readInbox(RUN)).resolves.toEqual(messages);
    await expect(world.readInbox(RUN, 4)).resolves.toEqual(messages.slice(4));
    await expect(world.readInbox(toRunId(2))).resolves.toEqual([]);
  });

  it('numbers messages from all sides densely, in the order of acceptance', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    await ownRun(world);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? world : other).deliver(RUN, { type: 'wake', calls: [i] }, NOW)),
    );
    const accepted = outcomes.map((outcome) => (outcome.ok ? outcome.message : null));
    const inbox = await world.readInbox(RUN);
    expect(inbox.map(({ n }) => n)).toEqual(accepted.map((_, i) => i + 1));
    expect(accepted.toSorted((a, b) => a!.n - b!.n)).toEqual(inbox);
  });

  describe('a payload that the owner took itself', () => {
    const created = { type: 'hook_created', call: 3, token: 'T', at: NOW } as const;
    const received = { type: 'hook_received', call: 3, payload: '1', at: NOW } as const;

    it('counts as a message, and the next one gets the number after it', async () => {
      const { world } = await openStore();
      await ownRun(world);
      await world.commit(toCommit({ afterSeq: 1, events: [created] }));
      const commit = toCommit({ afterSeq: 2, events: [received], inboxTaken: 1, accepts: [3] });
      await expect(world.commit(commit)).resolves.toEqual({ ok: true });
      await expect(world.readRun(RUN)).resolves.toMatchObject({ seq: 3, inboxTaken: 1 });
      await expect(world.readInbox(RUN)).resolves.toEqual([]);
      await expect(world.deliver(RUN, WAKE, NOW)).resolves.toMatchObject({ message: { n: 2 } });
    });

    it('is refused with its whole commit when another message has its number', async () => {
      const { world } = await openStore();
      await ownRun(world);
      await world.commit(toCommit({ afterSeq: 1, events: [created] }));
      await world.deliverToHook('T', 'other', NOW);
      const commit = toCommit({ afterSeq: 2, events: [received], inboxTaken: 1, accepts: [3] });
      await expect(world.commit(commit)).resolves.toEqual({ ok: false, reason: 'fenced' });
      await expect(world.readRun(RUN)).resolves.toMatchObject({ seq: 2, inboxTaken: 0 });
      await expect(world.readInbox(RUN)).resolves.toMatchObject([{ n: 1, content: { payload: 'other' } }]);
    });

    it('closes a hook that takes one, and no other', async () => {
      const { world } = await openStore();
      await ownRun(world);
      const once = { ...created, once: true, call: 4, token: 'once' } as const;
      await world.commit(toCommit({ afterSeq: 1, events: [created, once] }));
      const events = [received, { ...received, call: 4 }];
      await world.commit(toCommit({ afterSeq: 3, events, inboxTaken: 2, accepts: [3, 4] }));
      await expect(world.findHook('once')).resolves.toBeNull();
      await expect(world.findHook('T')).resolves.toMatchObject({ call: 3 });
    });
  });

  it('shows a worker the messages for its runs and no others', async () => {
    const { world } = await openStore();
    await world.joinWorker(BOB, LEASE_UNTIL);
    await ownRun(world);
    await world.createRun(toNewRun({ runId: toRunId(2), owner: ALICE }));
    await world.createRun(toNewRun({ runId: toRunId(3), owner: BOB }));
    await world.createRun(toNewRun({ runId: toRunId(4), owner: ALICE }));
    for (const n of [1, 3, 4, 1]) await world.deliver(toRunId(n), WAKE, NOW);
    const message = (n: number) => ({ n, at: NOW, content: WAKE });
    await expect(world.readInboxesOf(ALICE)).resolves.toEqual([
      { runId: RUN, messages: [message(1), message(2)] },
      { runId: toRunId(4), messages: [message(1)] },
    ]);
    await expect(world.readInboxesOf(toWorkerId('NOBODY'))).resolves.toEqual([]);
  });

  it('refuses a message for an unknown run and for one that has ended', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await endRun(world);
    await expect(world.deliver(toRunId(2), WAKE, NOW)).resolves.toEqual({ ok: false, reason: 'not_found' });
    await expect(world.deliver(RUN, WAKE, NOW)).resolves.toEqual({ ok: false, reason: 'ended' });
    await expect(world.readInbox(RUN)).resolves.toEqual([]);
  });

  it('removes messages that the journal has taken, and continues the numbering', async () => {
    const { world } = await openStore();
    await ownRun(world);
    for (let i = 0; i < 3; i++) await world.deliver(RUN, WAKE, NOW);
    await world.commit(toCommit({ inboxTaken: 2 }));
    await expect(world.readInbox(RUN)).resolves.toMatchObject([{ n: 3 }]);
    await expect(world.readRun(RUN)).resolves.toMatchObject({ inboxTaken: 2 });
    await world.commit(toCommit({ inboxTaken: 3 }));
    await expect(world.deliver(RUN, WAKE, NOW)).resolves.toMatchObject({ message: { n: 4 } });
  });

  it('empties the inbox of a run that ends', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await world.deliver(RUN, WAKE, NOW);
    await endRun(world);
    await expect(world.readInbox(RUN)).resolves.toEqual([]);
    await expect(world.readRun(RUN)).resolves.toMatchObject({ dueAt: null });
  });

  it.each([
    ['that sleeps for ever', null, NOW],
    ['that sleeps until later', NOW + 60_000, NOW],
    ['that is overdue', NOW - 5, NOW - 5],
  ])('makes a run due %s', async (_what, sleepsUntil, dueAt) => {
    const { world } = await openStore();
    await world.joinWorker(BOB, LEASE_UNTIL);
    await world.createRun(toNewRun({ dueAt: sleepsUntil }));
    await world.deliver(RUN, WAKE, NOW);
    await expect(world.nextDueAt()).resolves.toBe(dueAt);
    const [claimed] = await world.claimDue(BOB, NOW, 1);
    expect(claimed).toMatchObject({ run: { runId: RUN }, inbox: [{ n: 1, at: NOW, content: WAKE }] });
  });

  it('keeps a run due while its inbox holds messages that its owner has not seen', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await world.deliver(RUN, WAKE, NOW);
    await world.deliver(RUN, WAKE, NOW);
    await world.commit(toCommit({ inboxTaken: 1, dueAt: NOW + 60_000, release: true }));
    await expect(world.nextDueAt()).resolves.toBe(0);
    const [claimed] = await world.claimDue(ALICE, NOW, 1);
    expect(claimed?.inbox.map(({ n }) => n)).toEqual([2]);
    await world.commit(toCommit({ epoch: 2, inboxTaken: 2, dueAt: NOW + 60_000, release: true }));
    await expect(world.nextDueAt()).resolves.toBe(NOW + 60_000);
  });
}
