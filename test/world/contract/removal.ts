import { expect, it } from 'vitest';
import type { World } from '../../../runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import { completed, NOW, ownRun, RUN, stepCreated, toCommit, toNewRun, toRunId } from '../run-fixtures.ts';

const OTHER_RUN = toRunId(2);
const NEVER_RUN = toRunId(9);

/** A run with a key, attributes and a stream that has ended. */
async function leaveRun(world: World): Promise<void> {
  await ownRun(world, { created: { key: 'mine', attributes: { customer: 'c1' } }, events: [stepCreated(0)] });
  await world.appendChunks(RUN, 'log', ['1', '2']);
  await world.commit(toCommit({ afterSeq: 2, events: [completed()] }));
}

export function testRemoval(openStore: OpenStore): void {
  it('removes a run that has ended with all that belongs to it', async () => {
    const { world, connect } = await openStore();
    await leaveRun(world);
    await expect(world.deleteRuns([RUN, RUN, NEVER_RUN])).resolves.toBe(1);
    const other = await connect();
    await expect(other.readRun(RUN)).resolves.toBeNull();
    await expect(other.readJournal(RUN)).resolves.toEqual([]);
    await expect(other.listStreams(RUN)).resolves.toEqual([]);
    await expect(other.readChunks(RUN, 'log', 0, 9)).resolves.toEqual({ chunks: [], nextIndex: 0, closed: true });
    await expect(other.listRuns({ limit: 9 })).resolves.toEqual({ runs: [], cursor: null });
    await expect(other.listRuns({ attributes: { customer: 'c1' }, limit: 9 })).resolves.toMatchObject({ runs: [] });
    await expect(world.deleteRuns([RUN])).resolves.toBe(0);
  });

  it('leaves nothing behind for a new run, not even for one of the same id', async () => {
    const { world } = await openStore();
    await leaveRun(world);
    await world.deleteRuns([RUN]);
    await ownRun(world, { created: { key: 'mine' } });
    await expect(world.readJournal(RUN)).resolves.toHaveLength(1);
    await expect(world.readRun(RUN)).resolves.toMatchObject({ status: 'pending', attributes: {} });
    await expect(world.appendChunks(RUN, 'log', ['3'])).resolves.toEqual({ ok: true, nextIndex: 1 });
  });

  it('keeps runs that have not ended, and other runs', async () => {
    const { world } = await openStore();
    await leaveRun(world);
    await ownRun(world, { runId: OTHER_RUN, events: [stepCreated(0)] });
    await world.appendChunks(OTHER_RUN, 'log', ['3']);
    await expect(world.deleteRuns([OTHER_RUN, RUN])).resolves.toBe(1);
    await expect(world.readJournal(OTHER_RUN)).resolves.toHaveLength(2);
    await expect(world.readChunks(OTHER_RUN, 'log', 0, 9)).resolves.toMatchObject({ chunks: ['3'] });
  });

  it('removes long journals and streams whole', async () => {
    const { world } = await openStore();
    const events = Array.from({ length: 4_500 }, (_, call) => stepCreated(call));
    const chunks = Array.from({ length: 4_500 }, (_, i) => String(i));
    await ownRun(world, { events });
    await world.appendChunks(RUN, 'a', chunks);
    await world.appendChunks(RUN, 'b', chunks);
    await world.commit(toCommit({ afterSeq: 4_501, events: [completed()] }));
    await ownRun(world, { runId: OTHER_RUN });
    await expect(world.deleteRuns([RUN])).resolves.toBe(1);
    await ownRun(world);
    await expect(world.readJournal(RUN, 1)).resolves.toEqual([]);
    await expect(world.listStreams(RUN)).resolves.toEqual([]);
  });

  it('sets the purge time of a run to its end plus its retention', async () => {
    const { world } = await openStore();
    await ownRun(world, { created: { retentionMs: 1_000 } });
    await expect(world.readRun(RUN)).resolves.toMatchObject({ expiresAt: null });
    await world.commit(toCommit({ events: [completed()] }));
    await expect(world.readRun(RUN)).resolves.toMatchObject({ completedAt: NOW + 9, expiresAt: NOW + 1_009 });
    await world.createRun(toNewRun({ runId: OTHER_RUN, created: { retentionMs: 0 }, events: [completed()] }));
    await expect(world.readRun(OTHER_RUN)).resolves.toMatchObject({ expiresAt: NOW + 9 });
  });

  it('purges expired runs, earliest first and no more than asked for', async () => {
    const { world } = await openStore();
    const retentions = [30, 10, undefined, 20, 40];
    for (const [n, retentionMs] of retentions.entries()) {
      const created = retentionMs === undefined ? {} : { retentionMs };
      await world.createRun(toNewRun({ runId: toRunId(n), created, events: [completed()] }));
    }
    await world.createRun(toNewRun({ runId: NEVER_RUN, created: { retentionMs: 0 } }));
    const listIds = async () => (await world.listRuns({ limit: 9 })).runs.map(({ runId }) => runId);
    const completedAt = NOW + 9;
    await expect(world.purgeExpired(completedAt + 9, 9)).resolves.toBe(0);
    await expect(world.purgeExpired(completedAt + 30, 2)).resolves.toBe(2);
    expect(await listIds()).toEqual([NEVER_RUN, toRunId(4), toRunId(2), toRunId(0)]);
    await expect(world.purgeExpired(completedAt + 30, 2)).resolves.toBe(1);
    await expect(world.purgeExpired(completedAt + 30, 2)).resolves.toBe(0);
    expect(await listIds()).toEqual([NEVER_RUN, toRunId(4), toRunId(2)]);
  });

  it('purges many runs in one call', async () => {
    const { world } = await openStore();
    const runIds = Array.from({ length: 250 }, (_, n) => toRunId(n));
    const created = { retentionMs: 0 };
    await Promise.all(runIds.map((runId) => world.createRun(toNewRun({ runId, created, events: [completed()] }))));
    await expect(world.purgeExpired(NOW + 9, 240)).resolves.toBe(240);
    await expect(world.deleteRuns(runIds)).resolves.toBe(10);
  });

  it('continues a list of runs at its position although runs were removed', async () => {
    const { world } = await openStore();
    for (const n of [0, 1, 2, 3]) await world.createRun(toNewRun({ runId: toRunId(n), events: [completed()] }));
    const { cursor } = await world.listRuns({ limit: 2 });
    await world.deleteRuns([toRunId(0), toRunId(2)]);
    const { runs } = await world.listRuns({ limit: 2, cursor: cursor! });
    expect(runs.map(({ runId }) => runId)).toEqual([toRunId(1)]);
  });

  it('publishes that a run is gone', async () => {
    const { world } = await openStore();
    await leaveRun(world);
    const changes: unknown[] = [];
    world.subscribe((change) => change.kind !== 'elsewhere' && changes.push(change));
    await world.deleteRuns([RUN]);
    expect(changes).toEqual([{ kind: 'run', runId: RUN, status: null }]);
  });
}
