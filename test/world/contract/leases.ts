import { expect, it } from 'vitest';
import type { OpenStore } from '../test-store.ts';
import { ALICE, BOB, LEASE_UNTIL, NOW, ownRun, RUN, started, toCommit, toNewRun, toRunId } from '../run-fixtures.ts';

export function testLeases(openStore: OpenStore): void {
  it('releases the runs of a worker whose lease expired, and refuses its later writes', async () => {
    const { world } = await openStore();
    await ownRun(world, { dueAt: NOW + 1 });
    await ownRun(world, { runId: toRunId(2), dueAt: null });
    await world.joinWorker(BOB, LEASE_UNTIL + 10_000);
    await expect(world.releaseDead(LEASE_UNTIL)).resolves.toBe(0);
    await expect(world.releaseDead(LEASE_UNTIL + 1)).resolves.toBe(2);
    await expect(world.readRun(RUN)).resolves.toMatchObject({ owner: null, epoch: 1, dueAt: NOW + 1 });

    const late = toCommit({ events: [started()] });
    await expect(world.commit(late)).resolves.toEqual({ ok: false, reason: 'fenced' });
    const [claimed] = await world.claimDue(BOB, NOW + 1, 9);
    expect(claimed!.run).toMatchObject({ runId: RUN, owner: BOB, epoch: 2 });
    await expect(world.commit(late)).resolves.toEqual({ ok: false, reason: 'fenced' });
    await expect(world.readJournal(RUN)).resolves.toHaveLength(1);
    await expect(world.commit({ ...late, epoch: 2 })).resolves.toEqual({ ok: true });
  });

  it('tells a worker that it was given up, and accepts it when it joins again', async () => {
    const { world } = await openStore();
    await ownRun(world, { dueAt: NOW });
    await world.releaseDead(LEASE_UNTIL + 1);
    await expect(world.renewWorker(ALICE, LEASE_UNTIL * 2)).resolves.toBe(false);
    await expect(world.claimDue(ALICE, NOW, 1)).resolves.toEqual([]);
    await world.joinWorker(ALICE, LEASE_UNTIL * 2);
    await expect(world.renewWorker(ALICE, LEASE_UNTIL * 2)).resolves.toBe(true);
    await expect(world.claimDue(ALICE, NOW, 1)).resolves.toMatchObject([{ run: { runId: RUN, epoch: 2 } }]);
  });

  it('keeps a worker that renewed its lease', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await expect(world.renewWorker(ALICE, LEASE_UNTIL + 10_000)).resolves.toBe(true);
    await expect(world.releaseDead(LEASE_UNTIL + 1)).resolves.toBe(0);
    await expect(world.commit(toCommit({ events: [started()] }))).resolves.toEqual({ ok: true });
  });

  it('keeps the later of two renewals that overtake each other', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await world.renewWorker(ALICE, LEASE_UNTIL + 10_000);
    await expect(world.renewWorker(ALICE, LEASE_UNTIL)).resolves.toBe(true);
    await expect(world.releaseDead(LEASE_UNTIL + 10_000)).resolves.toBe(0);
    await expect(world.releaseDead(LEASE_UNTIL + 10_001)).resolves.toBe(1);
  });

  it('says whether any worker is there: from its joining until it leaves, is given up, or its lease ends', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    await expect(other.hasWorker(NOW)).resolves.toBe(false);
    await world.joinWorker(ALICE, LEASE_UNTIL);
    await expect(other.hasWorker(LEASE_UNTIL)).resolves.toBe(true);
    await expect(other.hasWorker(LEASE_UNTIL + 1)).resolves.toBe(false);
    await world.leaveWorker(ALICE);
    await expect(other.hasWorker(NOW)).resolves.toBe(false);
  });

  it('lists the workers that are there, with what each of them has', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    await expect(other.listWorkers(NOW)).resolves.toEqual([]);
    await ownRun(world);
    await world.joinWorker(BOB, LEASE_UNTIL + 10);
    await expect(other.listWorkers(LEASE_UNTIL + 1)).resolves.toEqual([
      { workerId: ALICE, leaseUntil: LEASE_UNTIL, runs: 1, steps: 0 },
      { workerId: BOB, leaseUntil: LEASE_UNTIL + 10, runs: 0, steps: 0 },
    ]);
    await world.leaveWorker(ALICE);
    await expect(other.listWorkers(NOW)).resolves.toMatchObject([{ workerId: BOB }]);
  });

  it('does not know a worker that never joined', async () => {
    const { world } = await openStore();
    await expect(world.renewWorker(BOB, LEASE_UNTIL)).resolves.toBe(false);
    await expect(world.leaveWorker(BOB)).resolves.toBeUndefined();
  });

  it('releases the runs of a worker that leaves, and no others', async () => {
    const { world } = await openStore();
    await ownRun(world, { dueAt: NOW });
    await world.joinWorker(BOB, LEASE_UNTIL);
    await world.createRun(toNewRun({ runId: toRunId(2), owner: BOB }));
    await world.leaveWorker(ALICE);
    await expect(world.claimDue(BOB, NOW, 9)).resolves.toMatchObject([{ run: { runId: RUN, epoch: 2 } }]);
    await expect(world.readRun(toRunId(2))).resolves.toMatchObject({ owner: BOB, epoch: 1 });
    await expect(world.renewWorker(ALICE, LEASE_UNTIL)).resolves.toBe(false);
  });
}
