import { expect, it } from 'vitest';
import type { WorkerId } from '../../../runtime/contract/ids.ts';
import type { AttemptKey, Change, OfferRequest, StepOffer, World } from '../../../runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import {
  ALICE,
  BOB,
  BUILD,
  completed,
  endRun,
  LEASE_UNTIL,
  NOW,
  ORDER,
  ownRun,
  RUN,
  started,
  stepCreated,
  toCommit,
  toRunId,
  toWorkerId,
  toWorkflowId,
} from '../run-fixtures.ts';

const CAROL = toWorkerId('CAROL');
const ANY: OfferRequest = { limit: 9, tags: [], without: [] };

const toOffer = (call: number, input: Partial<StepOffer> = {}): StepOffer => ({
  runId: RUN,
  call,
  attempt: 1,
  epoch: 1,
  tag: null,
  at: NOW,
  facts: {
    name: 'step//app/order//charge',
    buildId: BUILD,
    createdSeq: call + 3,
    heartbeatSeq: null,
    failures: 0,
    startedAt: null,
  },
  ...input,
});

const keyOf = ({ runId, call, attempt }: AttemptKey): AttemptKey => ({ runId, call, attempt });
const callsOf = (keys: readonly { call: number }[]): number[] => keys.map(({ call }) => call);

/** Alice has a run with three step calls; Bob is there. */
async function openFleet(openStore: OpenStore): Promise<{ world: World; other: World }> {
  const { world, connect } = await openStore();
  await ownRun(world, { events: [started(), stepCreated(0), stepCreated(1), stepCreated(2)] });
  const other = await connect();
  await other.joinWorker(BOB, LEASE_UNTIL);
  return { world, other };
}

const newsOf = async (world: World, runId = RUN) => (await world.readInbox(runId)).map(({ content }) => content);

export function testOffers(openStore: OpenStore): void {
  it('gives an offered step to one worker, with what it has to know', async () => {
    const { world, other } = await openFleet(openStore);
    const offer = toOffer(1, { attempt: 2 });
    await expect(world.offerSteps([offer])).resolves.toEqual([]);
    const known = { workflowId: ORDER, workflowStartedAt: NOW, attributes: {} };
    await expect(other.takeOffers(BOB, ANY)).resolves.toEqual([{ ...offer, ...known }]);
    await world.joinWorker(CAROL, LEASE_UNTIL);
    await expect(world.takeOffers(CAROL, ANY)).resolves.toEqual([]);
    const record = { runId: RUN, call: 1, attempt: 2, name: offer.facts.name, tag: null, at: NOW, takenBy: BOB };
    await expect(world.listOffers(RUN)).resolves.toEqual([record]);
    await expect(world.listOffers(null)).resolves.toEqual([record]);
    await expect(world.listOffers(toRunId(2))).resolves.toEqual([]);
  });

  it('never gives a step to two workers that ask at once', async () => {
    const { world, other } = await openFleet(openStore);
    await world.joinWorker(CAROL, LEASE_UNTIL);
    await world.offerSteps([0, 1, 2].map((call) => toOffer(call)));
    const taken = await Promise.all([other.takeOffers(BOB, { ...ANY, limit: 2 }), world.takeOffers(CAROL, ANY)]);
    const rest = await other.takeOffers(BOB, ANY);
    expect(new Set(callsOf([...taken.flat(), ...rest]))).toEqual(new Set([0, 1, 2]));
    expect([...taken.flat(), ...rest]).toHaveLength(3);
  });

  it('takes offers of the owner of the run only, and one of each call', async () => {
    const { world } = await openFleet(openStore);
    await expect(world.offerSteps([toOffer(0), toOffer(1, { epoch: 2 })])).resolves.toEqual([{ runId: RUN, call: 1 }]);
    await expect(world.offerSteps([toOffer(0), toOffer(2)])).resolves.toEqual([{ runId: RUN, call: 0 }]);
    await world.commit(toCommit({ afterSeq: 5, release: true }));
    await expect(world.offerSteps([toOffer(1)])).resolves.toEqual([{ runId: RUN, call: 1 }]);
    await expect(world.offerSteps([toOffer(0, { runId: toRunId(9) })])).resolves.toHaveLength(1);
  });

  it('leaves an offer to workers of its kind that have the code, and no worker gets those of its own runs', async () => {
    const { world, other } = await openFleet(openStore);
    const foreign = { ...toOffer(2).facts, buildId: null };
    await world.offerSteps([toOffer(0), toOffer(1, { tag: 'gpu' }), toOffer(2, { facts: foreign })]);
    await expect(world.takeOffers(ALICE, { ...ANY, tags: ['gpu'] })).resolves.toEqual([]);
    const without = [` ${foreign.name}`];
    expect(callsOf(await other.takeOffers(BOB, { ...ANY, without }))).toEqual([0]);
    expect(callsOf(await other.takeOffers(BOB, { ...ANY, without, tags: ['eu', 'gpu'] }))).toEqual([1]);
    expect(callsOf(await other.takeOffers(BOB, ANY))).toEqual([2]);
  });

  it('takes offers of workflows and runs by turns', async () => {
    const { world, other } = await openFleet(openStore);
    const steps = [started(), stepCreated(0), stepCreated(1)];
    await ownRun(world, { runId: toRunId(2), events: steps });
    await ownRun(world, { runId: toRunId(3), workflowId: toWorkflowId('mail'), events: steps });
    await world.offerSteps([0, 1, 2].map((call) => toOffer(call, { at: NOW - 10 })));
    for (const runId of [toRunId(2), toRunId(3)])
      await world.offerSteps([0, 1].map((call) => toOffer(call, { runId, at: NOW })));
    const first = await other.takeOffers(BOB, { ...ANY, limit: 3 });
    expect(first.map(({ runId }) => runId).toSorted()).toEqual([RUN, toRunId(2), toRunId(3)]);
    expect(callsOf(first)).toContain(0);
  });

  it('gives an offer back to the owner unless somebody has it, or whatever else is asked for', async () => {
    const { world, other } = await openFleet(openStore);
    const calls = [0, 1, 2].map((call) => ({ runId: RUN, call, epoch: 1 }));
    await world.offerSteps([toOffer(0), toOffer(1)]);
    const [taken] = await other.takeOffers(BOB, { ...ANY, limit: 1 });
    expect(taken!.call).toBe(0);
    const stale = calls.map((call) => ({ ...call, epoch: 2 }));
    await expect(world.withdrawOffers(stale, 'all')).resolves.toEqual([]);
    await expect(world.withdrawOffers(calls, 'waiting')).resolves.toEqual([{ runId: RUN, call: 1 }]);
    await expect(other.takeOffers(BOB, ANY)).resolves.toEqual([]);
    await expect(other.holdOffers(BOB, [keyOf(taken!)])).resolves.toEqual([keyOf(taken!)]);
    await expect(world.withdrawOffers(calls, 'all')).resolves.toEqual([{ runId: RUN, call: 0 }]);
    await expect(other.holdOffers(BOB, [keyOf(taken!)])).resolves.toEqual([]);
  });

  it('tells the owner what an attempt says, and ends the offer with the attempt', async () => {
    const { world, other } = await openFleet(openStore);
    await world.offerSteps([toOffer(0)]);
    const [taken] = await other.takeOffers(BOB, ANY);
    const key = keyOf(taken!);
    await expect(other.tellOwner(BOB, key, { news: 'started' }, NOW)).resolves.toBe(true);
    await expect(other.tellOwner(BOB, key, { news: 'heartbeat', payload: '[1]' }, NOW)).resolves.toBe(true);
    const end = { news: 'completed', startedAt: NOW, payload: '["done"]' } as const;
    for (const [workerId, wrong] of [
      [CAROL, key],
      [BOB, { ...key, attempt: 2 }],
      [BOB, { ...key, call: 1 }],
    ] as const)
      await expect(other.tellOwner(workerId, wrong, end, NOW)).resolves.toBe(false);
    await expect(other.tellOwner(BOB, key, end, NOW + 5)).resolves.toBe(true);
    await expect(other.tellOwner(BOB, key, end, NOW + 5)).resolves.toBe(false);
    const of = { type: 'attempt', call: 0, attempt: 1 };
    expect(await newsOf(world)).toEqual([
      { ...of, news: 'started' },
      { ...of, news: 'heartbeat', payload: '[1]' },
      { ...of, ...end },
    ]);
    await expect(world.listOffers(RUN)).resolves.toEqual([]);
    await expect(world.readRun(RUN)).resolves.toMatchObject({ dueAt: NOW });
  });

  it('keeps an attempt while its run gets another owner, who sees the offers', async () => {
    const { world, other } = await openFleet(openStore);
    await world.offerSteps([toOffer(0), toOffer(1)]);
    const [taken] = await other.takeOffers(BOB, { ...ANY, limit: 1 });
    await world.commit(toCommit({ afterSeq: 5, release: true, dueAt: NOW }));
    await world.joinWorker(CAROL, LEASE_UNTIL);
    const [claimed] = await world.claimDue(CAROL, NOW, 1);
    expect(claimed!.offers.map(({ call, takenBy }) => [call, takenBy])).toEqual([
      [0, BOB],
      [1, null],
    ]);
    const writer = { runId: RUN, call: 0, epoch: 1, attempt: 1, position: 0 };
    await expect(other.appendChunks(RUN, 'log', ['a'], writer)).resolves.toMatchObject({ reason: 'fenced' });
    const taker = { ...writer, takenBy: BOB };
    await expect(other.appendChunks(RUN, 'log', ['a'], taker)).resolves.toMatchObject({ ok: true, nextIndex: 1 });
    const next = { ...taker, position: 1 };
    await expect(other.appendChunks(RUN, 'log', ['b'], next)).resolves.toMatchObject({ ok: true, nextIndex: 2 });
    const other2 = { ...taker, takenBy: CAROL };
    await expect(world.appendChunks(RUN, 'log', ['x'], other2)).resolves.toMatchObject({ reason: 'fenced' });
    await other.tellOwner(BOB, keyOf(taken!), { news: 'completed', startedAt: NOW, payload: '' }, NOW);
    await expect(other.appendChunks(RUN, 'log', ['c'], { ...taker, position: 2 })).resolves.toMatchObject({
      reason: 'fenced',
    });
  });

  it('tells the run that its steps were interrupted when the worker that has them is gone', async () => {
    const { world, other } = await openFleet(openStore);
    await world.renewWorker(ALICE, LEASE_UNTIL + 20_000);
    await ownRun(world, { runId: toRunId(2), events: [started(), stepCreated(0)] });
    await world.renewWorker(ALICE, LEASE_UNTIL + 20_000);
    await world.offerSteps([toOffer(0), toOffer(1), toOffer(0, { runId: toRunId(2) })]);
    await expect(other.takeOffers(BOB, ANY)).resolves.toHaveLength(3);
    await expect(world.releaseDead(LEASE_UNTIL + 1)).resolves.toBe(0);
    const of = { type: 'attempt', attempt: 1, news: 'interrupted' };
    expect(await newsOf(world)).toEqual([
      { ...of, call: 0 },
      { ...of, call: 1 },
    ]);
    expect(await newsOf(world, toRunId(2))).toEqual([{ ...of, call: 0 }]);
    await expect(other.holdOffers(BOB, [keyOf(toOffer(0))])).resolves.toEqual([]);
    await expect(other.takeOffers(BOB, ANY)).resolves.toEqual([]);
  });

  it('does the same when a worker leaves, and lets it give back before what it has not begun', async () => {
    const { world, other } = await openFleet(openStore);
    await world.offerSteps([toOffer(0), toOffer(1)]);
    const [begun] = await other.takeOffers(BOB, ANY);
    await expect(other.holdOffers(BOB, [keyOf(begun!)])).resolves.toEqual([keyOf(begun!)]);
    await other.leaveWorker(BOB);
    expect(await newsOf(world)).toEqual([{ type: 'attempt', call: 0, attempt: 1, news: 'interrupted' }]);
    await expect(world.listOffers(RUN)).resolves.toMatchObject([{ call: 1, takenBy: null }]);
  });

  it('lets steps of an ended run be made that nobody waits for, and forgets them with the run', async () => {
    const { world, other } = await openFleet(openStore);
    await world.offerSteps([toOffer(0), toOffer(1)]);
    await world.commit(toCommit({ afterSeq: 5, events: [completed()] }));
    const [taken] = await other.takeOffers(BOB, { ...ANY, limit: 1 });
    const end = { news: 'completed', startedAt: NOW, payload: '' } as const;
    await expect(other.tellOwner(BOB, keyOf(taken!), end, NOW)).resolves.toBe(true);
    expect(await newsOf(world)).toEqual([]);
    await expect(world.withdrawOffers([{ runId: RUN, call: 1, epoch: 2 }], 'all')).resolves.toEqual([]);
    await expect(world.offerSteps([toOffer(2)])).resolves.toHaveLength(1);
    await expect(world.withdrawOffers([{ runId: RUN, call: 1, epoch: 1 }], 'all')).resolves.toHaveLength(1);
    await other.takeOffers(BOB, ANY);
    await world.deleteRuns([RUN]);
    await expect(world.listOffers(null)).resolves.toEqual([]);
    await expect(endRun(world)).resolves.toMatchObject({ ok: false });
  });

  it('tells of offers and of their end, and says whether another worker is there', async () => {
    const { world, connect } = await openStore();
    await ownRun(world, { events: [started(), stepCreated(0)] });
    await expect(world.hasWorker(NOW, ALICE)).resolves.toBe(false);
    const other = await connect();
    await other.joinWorker(BOB, LEASE_UNTIL);
    await expect(world.hasWorker(NOW, ALICE)).resolves.toBe(true);
    const changes: Change['kind'][] = [];
    world.subscribe(({ kind }) => kind === 'offers' && changes.push(kind));
    await world.offerSteps([toOffer(0)]);
    expect(changes).toEqual(['offers']);
    await other.takeOffers(BOB, ANY);
    await world.withdrawOffers([{ runId: RUN, call: 0, epoch: 1 }], 'all');
    expect(changes).toEqual(['offers', 'offers']);
  });

  it('gives nothing to a worker that was forgotten', async () => {
    const { world, other } = await openFleet(openStore);
    await world.offerSteps([toOffer(0)]);
    await expect(other.takeOffers('wkr_NOBODY' as WorkerId, ANY)).resolves.toEqual([]);
    await other.leaveWorker(BOB);
    await expect(other.takeOffers(BOB, ANY)).resolves.toEqual([]);
  });
}
