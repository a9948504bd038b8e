import { expect, it } from 'vitest';
import type { Change, World } from '../../../runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import { ALICE, completed, LEASE_UNTIL, NOW, ownRun, RUN, started, toCommit, toNewRun } from '../run-fixtures.ts';

/** Collects the changes from now on that this connection made itself. */
function collectChanges(world: World): Change[] {
  const changes: Change[] = [];
  world.subscribe((change) => change.kind !== 'elsewhere' && changes.push(change));
  return changes;
}

export function testChanges(openStore: OpenStore): void {
  it('publishes each change of a run after it is durable', async () => {
    const { world } = await openStore();
    await world.joinWorker(ALICE, LEASE_UNTIL);
    const seen: Promise<unknown>[] = [];
    world.subscribe((change) => change.kind === 'run' && seen.push(world.readRun(RUN)));
    const changes = collectChanges(world);
    await world.createRun(toNewRun());
    await world.claimDue(ALICE, NOW, 1);
    await world.commit(toCommit({ events: [started()] }));
    await world.commit(toCommit({ afterSeq: 2, events: [completed()] }));
    expect(changes).toEqual([
      { kind: 'run', runId: RUN, status: 'pending' },
      { kind: 'due', dueAt: NOW },
      { kind: 'run', runId: RUN, status: 'pending' },
      { kind: 'run', runId: RUN, status: 'running' },
      { kind: 'run', runId: RUN, status: 'completed' },
    ]);
    await expect(seen[0]).resolves.toMatchObject({ runId: RUN });
  });

  it('publishes messages, and that there are chunks', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const changes = collectChanges(world);
    const delivered = await world.deliver(RUN, { type: 'wake' }, NOW);
    await world.appendChunks(RUN, 'log', ['1']);
    await world.closeStream(RUN, 'log');
    expect(changes).toEqual([
      { kind: 'inbox', runId: RUN, message: delivered.ok && delivered.message },
      { kind: 'chunks', runId: RUN, stream: 'log' },
      { kind: 'chunks', runId: RUN, stream: 'log' },
    ]);
  });

  it.each<[string, (world: World) => Promise<unknown>, number]>([
    ['is released', (world) => world.commit(toCommit({ dueAt: NOW + 7, release: true })), NOW + 7],
    ['is left by its worker', (world) => world.leaveWorker(ALICE), NOW + 5],
    ['is taken from a dead worker', (world) => world.releaseDead(LEASE_UNTIL + 1), NOW + 5],
  ])('says when a run is due that %s', async (_what, letGo, dueAt) => {
    const { world } = await openStore();
    await ownRun(world, { dueAt: NOW + 5 });
    const changes = collectChanges(world);
    await letGo(world);
    expect(changes).toContainEqual({ kind: 'due', dueAt });
  });

  it('publishes nothing about refused requests, and nothing to former listeners', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const changes = collectChanges(world);
    await world.commit(toCommit({ epoch: 7, events: [started()] }));
    await world.createRun(toNewRun());
    expect(changes).toEqual([]);
    let calls = 0;
    world.subscribe(() => calls++)();
    await world.deliver(RUN, { type: 'wake' }, NOW);
    expect(calls).toBe(0);
  });

  it('tells other connections to look again', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    const heard = new Promise<void>((resolve) => {
      other.subscribe(({ kind }) => (kind === 'run' || kind === 'elsewhere') && resolve());
    });
    await world.createRun(toNewRun());
    await heard;
    await expect(other.readRun(RUN)).resolves.toMatchObject({ runId: RUN });
  });
}
