import { expect, it } from 'vitest';
import type { WorkerId, WorkflowId } from '../../../runtime/contract/ids.ts';
import type { JournalEvent } from '../../../runtime/journal/events.ts';
import type { World } from '../../../runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import {
  ALICE,
  BOB,
  completed,
  continued,
  endRun,
  idsOf,
  LEASE_UNTIL,
  NOW,
  ownRun,
  RUN,
  started,
  stepCompleted,
  stepCreated,
  toCommit,
  toNewRun,
  toRunId,
  toWorkerId,
  toWorkflowId,
} from '../run-fixtures.ts';

export function testClaims(openStore: OpenStore): void {
  it('hands out due runs, earliest first and no more than asked for', async () => {
    const { world } = await openStore();
    await world.joinWorker(ALICE, LEASE_UNTIL);
    const dueTimes = [NOW + 1, NOW, NOW - 20, null, NOW - 10, NOW - 20];
    for (const [i, dueAt] of dueTimes.entries()) await world.createRun(toNewRun({ runId: toRunId(i), dueAt }));
    await expect(world.nextDueAt()).resolves.toBe(NOW - 20);
    expect(idsOf(await world.claimDue(ALICE, NOW, 3))).toEqual([toRunId(2), toRunId(5), toRunId(4)]);
    expect(idsOf(await world.claimDue(ALICE, NOW, 3))).toEqual([toRunId(1)]);
    await expect(world.claimDue(ALICE, NOW, 3)).resolves.toEqual([]);
    await expect(world.nextDueAt()).resolves.toBe(NOW + 1);
  });

  it('lets workflows take turns when more runs are due than it is to hand out, those first that have the fewest', async () => {
    const { world } = await openStore();
    await world.joinWorker(ALICE, LEASE_UNTIL);
    const [crowd, other, third] = ['crowd', 'other', 'third'].map(toWorkflowId);
    const lines = [...Array<WorkflowId>(12).fill(crowd!), other!, other!, third!];
    for (const [i, workflowId] of lines.entries())
      await world.createRun(toNewRun({ runId: toRunId(i), workflowId, dueAt: NOW - 100 + i }));
    const claim = async (limit: number, busy?: Record<string, number>): Promise<number[]> => {
      const claimed = await world.claimDue(ALICE, NOW, limit, busy);
      return claimed.map(({ run }) => lines.findIndex((_, i) => toRunId(i) === run.runId));
    };
    const due = await world.listDue(NOW - 89);
    expect(due.toSorted((one, next) => one.dueAt - next.dueAt)).toEqual([{ workflowId: crowd, dueAt: NOW - 100 }]);
    await expect(claim(4)).resolves.toEqual([0, 1, 12, 14]);
    await world.createRun(toNewRun({ runId: toRunId(99), workflowId: third!, dueAt: NOW + 1 }));
    await expect(claim(1, { [crowd!]: 2, [other!]: 1, [third!]: 1 })).resolves.toEqual([13]);
    await expect(claim(3, { [crowd!]: 9 })).resolves.toEqual([2, 3, 4]);
    await expect(world.nextDueAt()).resolves.toBe(NOW - 95);
    await expect(world.listDue(NOW)).resolves.toEqual([{ workflowId: crowd, dueAt: NOW - 95 }]);
    await expect(claim(9)).resolves.toEqual([5, 6, 7, 8, 9, 10, 11]);
    await expect(world.nextDueAt()).resolves.toBe(NOW + 1);
  });

  it('makes parked runs due at once when there may be new code for them, and no others', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const parked = { code: 'step_code_missing', message: 'gone', retryMs: 1_000 };
    await world.commit(toCommit({ dueAt: NOW + 5_000, release: true, parked }));
    await world.createRun(toNewRun({ runId: toRunId(2), dueAt: NOW + 5_000 }));
    await expect(world.claimDue(ALICE, NOW, 9)).resolves.toEqual([]);
    await world.wakeParked(NOW);
    const claimed = await world.claimDue(ALICE, NOW, 9);
    expect(idsOf(claimed)).toEqual([RUN]);
    expect(claimed[0]!.run.parked).toEqual(parked);
    await world.wakeParked(NOW);
    await expect(world.readRun(RUN)).resolves.toMatchObject({ owner: ALICE });
  });

  it('hands out a run with its journal and inbox, under a new epoch', async () => {
    const { world } = await openStore();
    await world.joinWorker(ALICE, LEASE_UNTIL);
    const { events } = toNewRun({ events: [stepCreated(0)] });
    await world.createRun(toNewRun({ events: [stepCreated(0)] }));
    const delivered = await world.deliver(RUN, { type: 'cancel' }, NOW);
    const [claimed] = await world.claimDue(ALICE, NOW, 1);
    await expect(world.readRun(RUN)).resolves.toEqual(claimed!.run);
    expect(claimed).toMatchObject({ run: { runId: RUN, owner: ALICE, epoch: 1 }, journal: events });
    expect(claimed!.inbox).toEqual([delivered.ok && delivered.message]);
    await world.commit(toCommit({ afterSeq: 2, release: true }));
    await expect(world.claimRun(ALICE, RUN)).resolves.toMatchObject({ run: { owner: ALICE, epoch: 2, seq: 2 } });
  });

  it('gives some megabytes of journals with one claim, and leaves the rest to be read', async () => {
    const { world } = await openStore();
    const results = Array.from({ length: 5 }, (_, call) => [
      stepCreated(call),
      stepCompleted(call, 'x'.repeat(500_000)),
    ]).flat();
    for (const n of [1, 2, 3]) {
      await ownRun(world, { runId: toRunId(n), dueAt: NOW, events: [started(), ...results] });
      await world.commit(toCommit({ runId: toRunId(n), afterSeq: 12, dueAt: NOW, release: true }));
    }
    const claimed = await world.claimDue(ALICE, NOW, 9);
    expect(claimed.map(({ run }) => run.seq)).toEqual([12, 12, 12]);
    expect(claimed[0]!.journal.length).toBeGreaterThan(3);
    expect(JSON.stringify(claimed.map(({ journal }) => journal)).length).toBeLessThan(6_000_000);
    for (const { run, journal } of claimed) {
      const rest = await world.readJournal(run.runId, journal.at(-1)?.seq ?? 0);
      const whole = await world.readJournal(run.runId);
      expect([...journal, ...rest].filter(isResult)).toEqual(whole.filter(isResult));
      expect([...journal, ...rest].map(toPlace)).toEqual(whole.map(toPlace));
    }
  });

  it('drops the events before a continuation, which replay does not need', async () => {
    const { world } = await openStore();
    await ownRun(world, { dueAt: NOW, events: [started(), stepCreated(0), stepCompleted(0), continued(1)] });
    await world.commit(toCommit({ afterSeq: 5, events: [stepCreated(1)], dueAt: NOW, release: true }));
    const [claimed] = await world.claimDue(ALICE, NOW, 1);
    expect(claimed!.run).toMatchObject({ seq: 6, baseSeq: 5 });
    expect(claimed!.journal.map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'run_created'],
      [5, 'run_continued'],
      [6, 'step_created'],
    ]);
    await expect(world.readJournal(RUN)).resolves.toEqual(claimed!.journal);
    await expect(world.readJournal(RUN, 5)).resolves.toEqual(claimed!.journal.slice(2));
  });

  it('keeps all streams of a run that begins anew, except for the lists of the part before the last one', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [started()] });
    const streams = async (): Promise<string[]> => (await world.listStreams(RUN)).map(({ stream }) => stream);
    for (const stream of ['default', 'ns:a', '$list:texts']) await world.appendChunks(RUN, stream, ['1']);
    await world.commit(toCommit({ afterSeq: 2, events: [continued(0)] }));
    await world.appendChunks(RUN, '$list@3:texts', ['2']);
    await expect(streams()).resolves.toEqual(['$list:texts', '$list@3:texts', 'default', 'ns:a']);
    await world.commit(toCommit({ afterSeq: 3, events: [continued(0)] }));
    await expect(streams()).resolves.toEqual(['$list@3:texts', 'default', 'ns:a']);
    await world.commit(toCommit({ afterSeq: 4, events: [continued(0)] }));
    await expect(streams()).resolves.toEqual(['default', 'ns:a']);
    await expect(world.readChunks(RUN, 'default', 0, 9)).resolves.toMatchObject({ chunks: ['1'] });
  });

  it.each<[string, number | null, (world: World) => Promise<unknown>]>([
    ['was given back', null, (world) => world.commit(toCommit({ dueAt: NOW, release: true }))],
    ['was left by its worker', Infinity, (world) => world.leaveWorker(ALICE)],
    ['was taken from a dead worker', LEASE_UNTIL + 1, (world) => world.releaseDead(LEASE_UNTIL + 1)],
  ])('says until when attempts may have been cut off: a run that %s, %s', async (_what, abandonedAt, letGo) => {
    const { world } = await openStore();
    await ownRun(world, { dueAt: NOW });
    await letGo(world);
    await world.joinWorker(BOB, LEASE_UNTIL * 2);
    await expect(world.claimRun(BOB, RUN)).resolves.toMatchObject({ run: { epoch: 2 }, abandonedAt });
  });

  it('marks a run as abandoned until its next commit', async () => {
    const { world } = await openStore();
    await world.createRun(toNewRun());
    const claimAs = async (workerId: WorkerId) => {
      await world.joinWorker(workerId, LEASE_UNTIL);
      const [claimed] = await world.claimDue(workerId, NOW, 1);
      return claimed!.abandonedAt !== null;
    };
    await expect(claimAs(ALICE)).resolves.toBe(false);
    await world.leaveWorker(ALICE);
    await expect(claimAs(BOB)).resolves.toBe(true);
    await world.leaveWorker(BOB);
    await expect(claimAs(ALICE)).resolves.toBe(true);
    await world.commit(toCommit({ epoch: 3, events: [started()], dueAt: NOW }));
    await world.commit(toCommit({ epoch: 3, afterSeq: 2, dueAt: NOW, release: true }));
    await expect(claimAs(BOB)).resolves.toBe(false);
  });

  it('never hands out a run twice, however many workers ask at the same time', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    const runIds = Array.from({ length: 40 }, (_, i) => toRunId(i));
    await Promise.all(runIds.map((runId) => world.createRun(toNewRun({ runId }))));
    const workers = ['A', 'B', 'C', 'D', 'E', 'F'].map(toWorkerId);
    await Promise.all(workers.map((worker) => world.joinWorker(worker, LEASE_UNTIL)));
    const claims = workers.flatMap((worker, i) => [
      (i % 2 ? world : other).claimDue(worker, NOW, 5),
      world.claimRun(worker, toRunId(39)).then((claimed) => (claimed ? [claimed] : [])),
      (i % 2 ? other : world).claimDue(worker, NOW, 5),
    ]);
    const claimed = (await Promise.all(claims)).flat();
    expect(idsOf(claimed).toSorted()).toEqual(runIds);
    expect(new Set(claimed.map(({ run }) => run.epoch))).toEqual(new Set([1]));
  });

  it('hands out one run on request, unless it is owned, has ended or is unknown', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await world.joinWorker(BOB, LEASE_UNTIL);
    await world.createRun(toNewRun({ runId: toRunId(2), dueAt: null }));
    await expect(world.claimRun(BOB, RUN)).resolves.toBeNull();
    await expect(world.claimRun(BOB, toRunId(2))).resolves.toMatchObject({ run: { owner: BOB, epoch: 1 } });
    await expect(world.claimRun(BOB, toRunId(3))).resolves.toBeNull();
    await endRun(world);
    await expect(world.claimRun(BOB, RUN)).resolves.toBeNull();
  });

  it('never hands out a run that has ended', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await world.commit(toCommit({ events: [completed()], dueAt: NOW, release: true }));
    await expect(world.nextDueAt()).resolves.toBeNull();
    await expect(world.claimDue(ALICE, NOW, 1)).resolves.toEqual([]);
  });

  it('lists the runs that a worker owns with their epochs, without lost, released and ended ones', async () => {
    const { world } = await openStore();
    await world.joinWorker(ALICE, LEASE_UNTIL);
    for (const n of [1, 2, 3, 4]) await world.createRun(toNewRun({ runId: toRunId(n) }));
    await world.claimDue(ALICE, NOW, 3);
    await world.commit(toCommit({ runId: toRunId(2), release: true, dueAt: null }));
    await world.commit(toCommit({ runId: toRunId(3), events: [completed()] }));
    await expect(world.listOwned(ALICE)).resolves.toEqual([{ runId: toRunId(1), epoch: 1 }]);
    await world.leaveWorker(ALICE);
    await expect(world.listOwned(ALICE)).resolves.toEqual([]);
  });

  it('hands out nothing to an unknown worker, because nobody would notice its end', async () => {
    const { world } = await openStore();
    await world.createRun(toNewRun());
    await expect(world.claimDue(BOB, NOW, 1)).resolves.toEqual([]);
    await expect(world.claimRun(BOB, RUN)).resolves.toBeNull();
    await expect(world.readRun(RUN)).resolves.toMatchObject({ owner: null, epoch: 0 });
  });
}

/** Of steps that have ended a claim promises the results only. */
const isResult = ({ type }: JournalEvent): boolean => type === 'step_completed';
const toPlace = ({ seq, type }: JournalEvent) => ({ seq, type });
