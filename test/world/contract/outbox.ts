import { expect, it } from 'vitest';
import type { Change, InboxContent, Outbox } from '../../../runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import {
  ALICE,
  endRun,
  hookCreated,
  idsOf,
  LEASE_UNTIL,
  NOW,
  ownRun,
  RUN,
  started,
  toCommit,
  toNewRun,
  toRunId,
} from '../run-fixtures.ts';

const CHILD = toRunId(2);
const OTHER_RUN = toRunId(3);
const CANCEL: InboxContent = { type: 'cancel', reason: 'enough' };
const parent = { runId: RUN, call: 0 };
const child = toNewRun({ runId: CHILD, created: { parent } });

const only = (outbox: Partial<Outbox>): Outbox => ({ runs: [], messages: [], ...outbox });

export function testOutbox(openStore: OpenStore): void {
  it('creates runs and sends messages with a commit', async () => {
    const { world, connect } = await openStore();
    await ownRun(world);
    await ownRun(world, { runId: OTHER_RUN });
    const outbox = { runs: [child], messages: [{ runId: OTHER_RUN, content: CANCEL, at: NOW + 1 }] };
    await expect(world.commit(toCommit({ events: [started()], outbox }))).resolves.toEqual({ ok: true });
    const other = await connect();
    await expect(other.readRun(CHILD)).resolves.toMatchObject({
      owner: null,
      epoch: 0,
      parent: RUN,
      status: 'pending',
    });
    await expect(other.readJournal(CHILD)).resolves.toEqual(child.events);
    await expect(other.readInbox(OTHER_RUN)).resolves.toEqual([{ n: 1, at: NOW + 1, content: CANCEL }]);
    expect(idsOf(await world.claimDue(ALICE, NOW, 9))).toEqual([CHILD]);
  });

  it('creates runs and sends messages with a new run', async () => {
    const { world } = await openStore();
    await world.joinWorker(ALICE, LEASE_UNTIL);
    const outbox = { runs: [child], messages: [{ runId: CHILD, content: CANCEL, at: NOW }] };
    await expect(world.createRun(toNewRun({ owner: ALICE, outbox }))).resolves.toEqual({ ok: true });
    await expect(world.readRun(CHILD)).resolves.toMatchObject({ parent: RUN });
    await expect(world.readInbox(CHILD)).resolves.toMatchObject([{ n: 1, content: CANCEL }]);
  });

  it('has no effect when the commit or the new run is refused', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [hookCreated(0, 'token')] });
    const outbox = { runs: [child], messages: [{ runId: RUN, content: CANCEL, at: NOW }] };
    await expect(world.commit(toCommit({ epoch: 7, outbox }))).resolves.toMatchObject({ ok: false });
    await expect(world.createRun(toNewRun({ outbox }))).resolves.toMatchObject({ reason: 'exists' });
    const taken = toNewRun({ runId: OTHER_RUN, events: [hookCreated(0, 'token')], outbox });
    await expect(world.createRun(taken)).resolves.toMatchObject({ reason: 'tokens_taken' });
    await expect(world.readRun(CHILD)).resolves.toBeNull();
    await expect(world.readInbox(RUN)).resolves.toEqual([]);
  });

  it('leaves an existing run unchanged', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await ownRun(world, { runId: CHILD, events: [started()] });
    await expect(world.commit(toCommit({ outbox: only({ runs: [child] }) }))).resolves.toEqual({ ok: true });
    await expect(world.readRun(CHILD)).resolves.toMatchObject({ owner: ALICE, seq: 2, parent: null });
  });

  it('drops messages for runs that are unknown or have ended', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await ownRun(world, { runId: OTHER_RUN });
    await endRun(world, OTHER_RUN);
    const messages = [OTHER_RUN, toRunId(9), RUN].map((runId) => ({ runId, content: CANCEL, at: NOW }));
    await expect(world.commit(toCommit({ outbox: only({ messages }) }))).resolves.toEqual({ ok: true });
    await expect(world.readInbox(OTHER_RUN)).resolves.toEqual([]);
    await expect(world.readInbox(RUN)).resolves.toHaveLength(1);
  });

  it('leaves a run due that sends itself a message, even when the commit releases it', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const messages = [{ runId: RUN, content: CANCEL, at: NOW }];
    await world.commit(toCommit({ outbox: only({ messages }), dueAt: NOW + 60_000, release: true }));
    await expect(world.claimDue(ALICE, NOW, 1)).resolves.toMatchObject([{ run: { runId: RUN }, inbox: [{ n: 1 }] }]);
  });

  it('publishes new runs and messages', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await world.createRun(toNewRun({ runId: OTHER_RUN, dueAt: null }));
    const changes: Change[] = [];
    world.subscribe((change) => change.kind !== 'elsewhere' && changes.push(change));
    const messages = [{ runId: OTHER_RUN, content: CANCEL, at: NOW + 1 }];
    await world.commit(toCommit({ outbox: { runs: [child], messages } }));
    expect(changes).toEqual([
      { kind: 'run', runId: RUN, status: 'pending' },
      { kind: 'run', runId: CHILD, status: 'pending' },
      { kind: 'due', dueAt: NOW },
      { kind: 'inbox', runId: OTHER_RUN, message: { n: 1, at: NOW + 1, content: CANCEL } },
      { kind: 'due', dueAt: NOW + 1 },
    ]);
  });

  it('reports a defect when a run of the outbox could be refused, and stores nothing', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const broken = [
      { ...child, owner: ALICE },
      { ...child, outbox: only({}) },
      { ...child, appends: [] },
      toNewRun({ runId: CHILD, created: { key: 'mine' } }),
      toNewRun({ runId: CHILD, events: [hookCreated(0, 'token')] }),
    ];
    for (const run of broken) {
      const commit = world.commit(toCommit({ outbox: only({ runs: [run] }) }));
      await expect(commit).rejects.toMatchObject({ code: 'world_outbox_invalid' });
    }
    await expect(world.readRun(CHILD)).resolves.toBeNull();
  });
}
