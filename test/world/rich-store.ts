/** A store with runs in every state that an export has to bring along. */
import type { RunId } from '../../runtime/contract/ids.ts';
import type { World } from '../../runtime/world/world.ts';
import {
  ALICE,
  BUILD,
  continued,
  endRun,
  hookCreated,
  NOW,
  ORDER,
  ownRun,
  RUN,
  started,
  stepCompleted,
  stepCreated,
  toBuildId,
  toCommit,
  toNewRun,
  toRunId,
} from './run-fixtures.ts';

/** Names that PostgreSQL cannot hold as they are. */
export const ODD_NAME = 'a\0b\u{D800}\\c';

/** Fills an empty store. No worker lives in it afterwards. Returns the ids of its runs, oldest first. */
export async function fillStore(world: World): Promise<RunId[]> {
  const step = { captures: ['id'], place: 'a.ts:1', isOrdered: true as const, code: 'c1' };
  await world.saveBundle(
    { buildId: BUILD, code: 'globalThis => "\0ä\u{1F600}"', map: '{"version":3}' },
    { contracts: { 'step//./a//b': step }, code: 'export const steps = 1' },
  );
  await world.saveBundle({ buildId: toBuildId('unused'), code: '', map: null });
  await world.joinProject({ name: 'shop', formerName: null });
  await ownRun(world, {
    events: [started(), stepCreated(0)],
    created: { key: ODD_NAME, attributes: { [ODD_NAME]: 7 } },
  });
  await fillHooks(world, toRunId(2));
  await fillStreams(world);
  await fillEnded(world, toRunId(3));
  await fillOther(world);
  // Runs of Alice are given back at an unknown time, and this one was lost at a known one.
  await world.leaveWorker(ALICE);
  await world.joinWorker(ALICE, NOW - 5);
  await world.claimRun(ALICE, RUN);
  await world.releaseDead(NOW);
  return [1, 2, 3, 4, 5, 6].map(toRunId);
}

/** Two hooks, an undelivered payload, receipts, and a wait of a parked run. */
async function fillHooks(world: World, runId: RunId): Promise<void> {
  const webhook = { respondWith: 'default' } as never;
  const hooks = [
    { ...hookCreated(0, ODD_NAME), webhook, payload: '["meta"]' },
    { ...hookCreated(1, 'once'), once: true as const },
    hookCreated(2, 'other'),
  ];
  await world.createRun(toNewRun({ runId, owner: ALICE, dueAt: null, events: [started(), ...hooks] }));
  const parked = { code: 'step_unknown', message: 'no "ä"', retryMs: 5 };
  await world.commit(toCommit({ runId, afterSeq: 5, dueAt: NOW + 7, parked, release: true }));
  const receipt = { id: ODD_NAME, digest: 'd', reply: '["ok"]', replyStream: null };
  await world.deliverToHook(ODD_NAME, '["first"]', NOW, { receipt });
  await world.deliverToHook('once', '["only"]', NOW, {
    receipt: { ...receipt, id: 'b', replyStream: 'r', reply: null },
  });
  await world.deliver(runId, { type: 'cancel', reason: 'why' }, NOW);
}

/** Chunks of the workflow and of attempts that replaced each other, in two streams, one of them closed. */
async function fillStreams(world: World): Promise<void> {
  const writer = { runId: RUN, call: 0, epoch: 1 };
  await world.appendChunks(RUN, 'log', ['a', new Uint8Array([0, 255]), ''], { ...writer, attempt: 1, position: 0 });
  await world.appendChunks(RUN, 'log', ['of others', '\0\u{D800}']);
  await world.appendChunks(RUN, 'log', ['b'], { ...writer, attempt: 1, position: 3 });
  await world.appendChunks(RUN, 'log', ['a', 'c'], { ...writer, attempt: 2, position: 0 });
  await world.appendChunks(RUN, ODD_NAME, [new Uint8Array()]);
  await world.closeStream(RUN, ODD_NAME);
}

/** A run that has ended, with a stream, and is kept for a day. */
async function fillEnded(world: World, runId: RunId): Promise<void> {
  await world.createRun(toNewRun({ runId, owner: ALICE, created: { retentionMs: 86_400_000, key: 'k' } }));
  await world.appendChunks(runId, 'result', ['x', 'y']);
  await endRun(world, runId);
}

/** A run that began anew, a paused child, and a run that waits for its first worker. */
async function fillOther(world: World): Promise<void> {
  const anew = toRunId(4);
  await world.createRun(toNewRun({ runId: anew, owner: ALICE, events: [started(), stepCreated(0), stepCompleted(0)] }));
  await world.commit(toCommit({ runId: anew, afterSeq: 4, events: [continued(1), stepCreated(1)], dueAt: NOW + 9 }));
  const child = toNewRun({
    runId: toRunId(5),
    owner: ALICE,
    created: { parent: { runId: RUN, call: 9 } },
    dueAt: null,
  });
  await world.createRun(child);
  await world.commit(toCommit({ runId: child.runId, events: [{ type: 'run_paused', at: NOW + 1 }] }));
  await world.createRun(toNewRun({ runId: toRunId(6), workflowId: ORDER, dueAt: NOW + 1 }));
}
