/** Several databases that share the runs: where runs go, and how those of different databases deal with each other. */
import { expect, it } from 'vitest';
import { besideRun, placeOf } from '../../runtime/contract/run-place.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { HookCreated } from '../../runtime/journal/events.ts';
import { exportRuns } from '../../runtime/world/moving/export-runs.ts';
import { splitEffects } from '../../runtime/world/sharded/letters.ts';
import type { ShardedWorld } from '../../runtime/world/sharded/sharded-world.ts';
import { numberOf, TokenNotes } from '../../runtime/world/sharded/token-notes.ts';
import type { RunCommit, World } from '../../runtime/world/world.ts';
import {
  ALICE,
  BOB,
  completed,
  hookCreated,
  LEASE_UNTIL,
  NOW,
  ownRun,
  started,
  toCommit,
  toNewRun,
  toRunId,
  toWorkflowId,
} from './run-fixtures.ts';
import { openDatabases, openSharded } from './sharded-store.ts';

const COUNT = 3;
/** The last digits are for the number of a database. */
const toId = (n: number): RunId => `wrun_${String(n).padStart(20, '0')}000000` as RunId;

/** An id in each database. */
async function nameRuns(world: World, count = COUNT): Promise<RunId[]> {
  const ids: RunId[] = [];
  for (let n = 0; ids.filter(Boolean).length < count; n++) {
    const runId = await world.nameRun(toId(n), null);
    ids[placeOf(runId)] ??= runId;
  }
  return ids;
}

async function openThree(): Promise<{ world: ShardedWorld; databases: World[]; ids: RunId[] }> {
  const databases = await openDatabases(COUNT);
  const world = await openSharded(databases);
  return { world, databases, ids: await nameRuns(world) };
}

it('spreads new runs, keeps children with their parents, and leaves runs where they are when databases come', async () => {
  const databases = await openDatabases(4);
  const two = await openSharded(databases.slice(0, 2));
  const counts = [0, 0];
  const ids: RunId[] = [];
  for (let n = 0; n < 200; n++) {
    const runId = await two.nameRun(toId(n), null);
    counts[placeOf(runId)]! += 1;
    expect(placeOf(besideRun(runId, toId(n + 1_000)))).toBe(placeOf(runId));
    await two.createRun(toNewRun({ runId }));
    ids.push(runId);
  }
  expect(Math.min(...counts)).toBeGreaterThan(60);
  const four = await openSharded(databases);
  for (const runId of ids) await expect(four.readRun(runId)).resolves.toMatchObject({ runId });
  const places = new Set(await Promise.all(ids.map(async (id) => placeOf(await four.nameRun(id, null)))));
  expect(places).toEqual(new Set([0, 1, 2, 3]));
  // Keys stay with those that had them first.
  const keyPlaces = new Set(await Promise.all(ids.map(async (id) => placeOf(await four.nameRun(id, id)))));
  expect(keyPlaces).toEqual(new Set([0, 1]));
});

it('finds the runs that the first database had before others came', async () => {
  const databases = await openDatabases(2);
  await databases[0]!.createRun(toNewRun({ created: { key: 'mine' } }));
  const world = await openSharded(databases);
  await expect(world.readRun(toRunId(1))).resolves.toMatchObject({ key: 'mine' });
  const runId = await world.nameRun(toId(2), 'mine');
  const taken = world.createRun(toNewRun({ runId, created: { key: 'mine' } }));
  await expect(taken).resolves.toEqual({ ok: false, reason: 'key_taken', heldBy: toRunId(1) });
});

it('refuses databases in another order, of another store, or with runs of their own', async () => {
  const { databases, ids } = await openThree();
  const [first, second, third] = databases as [World, World, World];
  const mixed = { code: 'world_databases_mixed' };
  await expect(openSharded([first, third, second])).rejects.toMatchObject(mixed);
  await expect(openSharded([first, first])).rejects.toMatchObject(mixed);
  const [other, used] = (await openDatabases(2)) as [World, World];
  await used.createRun(toNewRun());
  await expect(openSharded([other, second])).rejects.toMatchObject(mixed);
  await expect(openSharded([first, second, third, used])).rejects.toMatchObject(mixed);
  await expect(openSharded([first, second])).rejects.toMatchObject(mixed);
  await expect(openSharded([...databases, other])).resolves.toBeDefined();
  const fewer = await openSharded(databases);
  const far = `${ids[0]!.slice(0, -2)}05` as RunId;
  await expect(fewer.readRun(far)).rejects.toMatchObject({ code: 'world_database_unlisted' });
});

it('gives a token to one run of all databases, and on to another when it is free', async () => {
  const { world, databases, ids } = await openThree();
  const other = await openSharded(databases);
  for (const runId of ids) await ownRun(world, { runId });
  const open = (runId: RunId, at: World): Promise<unknown> =>
    at.commit(toCommit({ runId, events: [hookCreated(0, 'same')] }));
  const outcomes = await Promise.all(ids.map((runId, i) => open(runId, i === 0 ? world : other)));
  const winner = ids[outcomes.findIndex((outcome) => (outcome as { ok: boolean }).ok)]!;
  const losers = ids.filter((runId) => runId !== winner);
  for (const runId of losers) {
    await expect(open(runId, world)).resolves.toMatchObject({ conflicts: [{ token: 'same', heldBy: winner }] });
    await expect(world.readJournal(runId)).resolves.toHaveLength(1);
  }
  await expect(other.deliverToHook('same', '[1]', NOW)).resolves.toMatchObject({ ok: true, runId: winner });
  // A process that knows nothing of the hook ends the run.
  const third = await openSharded(databases);
  await third.commit(toCommit({ runId: winner, afterSeq: 2, inboxTaken: 1, events: [completed()] }));
  await expect(open(losers[0]!, other)).resolves.toEqual({ ok: true });
  await expect(open(losers[1]!, world)).resolves.toMatchObject({ conflicts: [{ heldBy: losers[0] }] });
});

it('frees the token of a run that was never created, a minute later, and then the run cannot be created', async () => {
  const { world, databases, ids } = await openThree();
  const [lost, next] = ids as [RunId, RunId];
  const worldOf = (runId: RunId): World => databases[placeOf(runId)]!;
  const notes = new TokenNotes({ worldOf, homeOf: (token) => databases[numberOf(token, COUNT)]! });
  const opening = hookCreated(0, 'mine') as HookCreated;
  // The process dies after it has noted the token.
  await expect(notes.take(lost, 0, [opening])).resolves.toEqual([]);
  await ownRun(world, { runId: next });
  const open = (at: number): Promise<unknown> => world.commit(toCommit({ runId: next, events: [{ ...opening, at }] }));
  await expect(open(NOW + 59_000)).resolves.toMatchObject({ conflicts: [{ heldBy: lost }] });
  await expect(open(NOW + 61_000)).resolves.toEqual({ ok: true });
  const late = world.createRun(toNewRun({ runId: lost, events: [hookCreated(0, 'other')] }));
  await expect(late).resolves.toEqual({ ok: false, reason: 'exists' });
});

it('carries effects on runs of another database out once, also when the process dies in the middle', async () => {
  const { world, databases, ids } = await openThree();
  const [runId, there, child] = ids as [RunId, RunId, RunId];
  for (const id of [runId, there]) await ownRun(world, { runId: id });
  const commit: RunCommit = toCommit({
    runId,
    events: [started()],
    outbox: {
      runs: [toNewRun({ runId: child, dueAt: null })],
      messages: [
        { runId: there, content: { type: 'wake' }, at: NOW },
        { runId: child, content: { type: 'pause' }, at: NOW },
      ],
    },
    appends: [{ runId: there, stream: 'log', chunks: ['a', new Uint8Array([1, 255])], closes: false }],
  });
  // It dies when the commit is stored, and nothing else.
  const { letters, ...own } = splitEffects(commit, { placeOf });
  expect(letters.map(({ to }) => to)).toEqual([placeOf(child), placeOf(there)]);
  await expect(databases[placeOf(runId)]!.commit({ ...commit, ...own })).resolves.toEqual({ ok: true });
  await expect(world.readInbox(there)).resolves.toEqual([]);

  await world.joinWorker(BOB, LEASE_UNTIL);
  const later = NOW + 60_000;
  await expect(world.nextDueAt()).resolves.toBeLessThan(later);
  await expect(world.claimDue(BOB, later, 9)).resolves.toEqual([]);
  await expect(world.nextDueAt()).resolves.toBe(NOW);
  const expectOnce = async (): Promise<void> => {
    await expect(world.readInbox(there)).resolves.toMatchObject([{ n: 1, content: { type: 'wake' } }]);
    await expect(world.readInbox(child)).resolves.toMatchObject([{ n: 1, content: { type: 'pause' } }]);
    await expect(world.readChunks(there, 'log', 0, 9)).resolves.toMatchObject({
      chunks: ['a', new Uint8Array([1, 255])],
    });
  };
  await expectOnce();
  // The worker died before it could end the letters: another one does it all again.
  await databases[placeOf(runId)]!.deleteRuns(letters.map(({ id }) => id));
  await databases[placeOf(runId)]!.createRun({ ...toNewRun({ runId: toRunId(77) }), outbox: own.outbox! });
  for (let claims = 0; claims < 3; claims++) await world.claimDue(BOB, later, 9);
  await expectOnce();
  await expect(world.nextDueAt()).resolves.toBeNull();
});

it('gives a free place to the workflow that has none, in whichever database its run is', async () => {
  const { world, ids } = await openThree();
  await world.joinWorker(BOB, LEASE_UNTIL);
  const [crowd, late] = [toWorkflowId('crowd'), toWorkflowId('late')];
  const [first, second, third] = ids as [RunId, RunId, RunId];
  await world.createRun(toNewRun({ runId: first, workflowId: crowd, dueAt: NOW - 3 }));
  await world.createRun(toNewRun({ runId: second, workflowId: crowd, dueAt: NOW - 2 }));
  await world.createRun(toNewRun({ runId: third, workflowId: late, dueAt: NOW - 1 }));
  const due = await world.listDue(NOW);
  expect(due.toSorted((one, other) => one.dueAt - other.dueAt)).toEqual([
    { workflowId: crowd, dueAt: NOW - 3 },
    { workflowId: late, dueAt: NOW - 1 },
  ]);
  for (const runId of [third, first, second])
    await expect(world.claimDue(BOB, NOW, 1, { [crowd]: 1 })).resolves.toMatchObject([{ run: { runId } }]);
});

it('shows nothing of its own: no list, no count and no change has letters, receipts and notes', async () => {
  const { world, ids } = await openThree();
  const seen: unknown[] = [];
  world.subscribe((change) => 'runId' in change && seen.push(change.runId));
  for (const runId of ids) await ownRun(world, { runId, events: [hookCreated(0, runId)] });
  const [from, to] = ids as [RunId, RunId];
  const messages = [{ runId: to, content: { type: 'wake' as const }, at: NOW }];
  await world.commit(toCommit({ runId: from, afterSeq: 2, events: [started()], outbox: { runs: [], messages } }));
  const { runs } = await world.listRuns({ limit: 99 });
  expect(new Set(runs.map(({ runId }) => runId))).toEqual(new Set(ids));
  expect(new Set(seen)).toEqual(new Set(ids));
  const counts = await world.countLiveRuns();
  expect(counts.map(({ runs: count }) => count).toSorted((one, other) => one - other)).toEqual([1, 2]);
  await expect(world.listOwned(ALICE)).resolves.toHaveLength(3);
});

it('merges lists, newest first, each run once, while others are created', async () => {
  const { world } = await openThree();
  const created: RunId[] = [];
  const create = async (n: number): Promise<void> => {
    const runId = await world.nameRun(toId(n), null);
    await world.createRun(toNewRun({ runId, dueAt: null, created: { at: NOW + n } }));
    created.unshift(runId);
  };
  for (let n = 0; n < 50; n++) await create(n);
  const expected = [...created];
  for (const limit of [1, 3, 7, 60]) {
    const listed: RunId[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await world.listRuns({ limit, ...(cursor !== undefined && { cursor }) });
      expect(page.runs.length).toBeLessThanOrEqual(limit);
      listed.push(...page.runs.map(({ runId }) => runId));
      cursor = page.cursor;
      if (limit === 3) await create(100 + listed.length);
    }
    expect(listed).toEqual(limit < 7 ? expected : created);
  }
});

it('claims from all databases, what is due first before the rest, and no more than asked for', async () => {
  const { world } = await openThree();
  await world.joinWorker(ALICE, LEASE_UNTIL);
  for (let n = 0; n < 40; n++) {
    const runId = await world.nameRun(toId(n), null);
    await world.createRun(toNewRun({ runId, dueAt: NOW - n }));
  }
  const dueTimes: number[] = [];
  for (let claims = 0; dueTimes.length < 40; claims++) {
    const claimed = await world.claimDue(ALICE, NOW, 2);
    expect(claimed.length).toBeLessThanOrEqual(2);
    expect(claims).toBeLessThan(40);
    dueTimes.push(...claimed.map(({ run }) => run.dueAt!));
  }
  expect(dueTimes).toEqual(dueTimes.toSorted((one, other) => one - other));
});

it('is neither exported nor filled by an import, nor is one of its databases', async () => {
  const { world, databases } = await openThree();
  expect(() => world.moves()).toThrow(expect.objectContaining({ code: 'world_moves_unsupported' }));
  await expect(exportRuns(databases[1]!, {}, { now: NOW }).next()).rejects.toMatchObject({
    code: 'world_moves_unsupported',
  });
});
