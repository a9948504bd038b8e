import { expect, it } from 'vitest';
import type { OpenStore } from '../test-store.ts';
import {
  BUILD,
  completed,
  NOW,
  ORDER,
  ownRun,
  RUN,
  started,
  stepCreated,
  toBuildId,
  toCommit,
  toNewRun,
  toRunId,
  toWorkflowId,
} from '../run-fixtures.ts';

const PROJECT_DIFFERS = { code: 'world_project_differs' };

export function testLifecycle(openStore: OpenStore): void {
  it('finishes writes under way before it closes, and refuses later ones by name', async () => {
    const { world } = await openStore();
    const write = world.createRun(toNewRun());
    await world.close();
    await world.close();
    await expect(write).resolves.toEqual({ ok: true });
    await expect(world.readRun(RUN)).rejects.toMatchObject({ code: 'world_closed' });
    await expect(world.createRun(toNewRun())).rejects.toMatchObject({ code: 'world_closed' });
    await expect(world.open()).rejects.toMatchObject({ code: 'world_closed' });
  });

  it('may be opened twice', async () => {
    const { world } = await openStore();
    await world.open();
    await expect(world.readRun(RUN)).resolves.toBeNull();
  });

  it('keeps bundles by build id, even when one is saved again', async () => {
    const { world, connect } = await openStore();
    const bundle = { buildId: BUILD, code: 'globalThis => "ä\u{1F600}"', map: '{"version":3}' };
    const bare = { buildId: toBuildId('b2'), code: '() => {}', map: null };
    await world.saveBundle(bundle);
    await world.saveBundle(bare);
    await world.saveBundle(bundle);
    const other = await connect();
    await expect(other.loadBundle(BUILD)).resolves.toEqual(bundle);
    await expect(other.loadBundle(bare.buildId)).resolves.toEqual(bare);
    await expect(other.loadBundle(toBuildId('b3'))).resolves.toBeNull();
  });

  it('keeps the steps of a build: the latest count, and code that is not given again stays', async () => {
    const { world, connect } = await openStore();
    const bundle = { buildId: BUILD, code: '() => {}', map: null };
    const contracts = { 'step//./a//b': { place: 'a.ts:1', captures: ['id'], isOrdered: true as const, code: 'c1' } };
    await world.saveBundle(bundle);
    await expect(world.loadContracts(BUILD)).resolves.toBeNull();
    await world.saveBundle(bundle, { contracts: {}, code: 'export const steps = "ä"' });
    await world.saveBundle(bundle, { contracts, code: null });
    await world.saveBundle(bundle);
    const other = await connect();
    await expect(other.loadContracts(BUILD)).resolves.toEqual(contracts);
    await expect(other.loadStepCode(BUILD)).resolves.toBe('export const steps = "ä"');
    await expect(other.loadBundle(BUILD)).resolves.toEqual(bundle);
    await expect(other.loadContracts(toBuildId('b3'))).resolves.toBeNull();
    await expect(other.loadStepCode(toBuildId('b3'))).resolves.toBeNull();
  });

  it('counts the runs that have not ended, by build and workflow', async () => {
    const { world } = await openStore();
    await expect(world.countLiveRuns()).resolves.toEqual([]);
    await ownRun(world, { events: [started()] });
    for (const n of [2, 3]) await world.createRun(toNewRun({ runId: toRunId(n) }));
    const waiting = { buildId: null, workflowId: ORDER, runs: 2 };
    const running = { buildId: BUILD, workflowId: ORDER, runs: 1 };
    const counts = await world.countLiveRuns();
    expect(counts).toHaveLength(2);
    expect(counts).toEqual(expect.arrayContaining([waiting, running]));
    await world.commit(toCommit({ afterSeq: 2, events: [completed()] }));
    await expect(world.countLiveRuns()).resolves.toEqual([waiting]);
  });

  it('counts all runs, by workflow and status, with the time of the oldest', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    await expect(other.countRuns()).resolves.toEqual([]);
    await ownRun(world, { events: [started(), completed()] });
    for (const n of [2, 3]) await world.createRun(toNewRun({ runId: toRunId(n) }));
    const { createdAt } = (await world.readRun(RUN))!;
    const counts = await other.countRuns();
    expect(counts).toHaveLength(2);
    expect(counts).toContainEqual({ workflowId: ORDER, status: 'completed', runs: 1, oldestAt: createdAt });
    expect(counts).toContainEqual({ workflowId: ORDER, status: 'pending', runs: 2, oldestAt: createdAt });
  });

  it('tells why runs failed or stand still, of many at once', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    const retrying = { at: NOW, type: 'step_retrying', call: 1, attempt: 1, retryAt: NOW + 9 } as const;
    const failed = { at: NOW, type: 'run_failed', payload: '"late"' } as const;
    await ownRun(world, { events: [started(), stepCreated(1), retrying] });
    await ownRun(world, { runId: toRunId(2), events: [started(), failed] });
    await ownRun(world, { runId: toRunId(3), events: [started()] });
    const asked = [RUN, toRunId(2), toRunId(3), toRunId(4), 'wrun_\0' as typeof RUN];
    const troubles = await other.readTroubles(asked);
    expect(troubles).toHaveLength(2);
    expect(troubles).toContainEqual({ runId: RUN, event: expect.objectContaining({ type: 'step_retrying', seq: 4 }) });
    expect(troubles.find(({ runId }) => runId !== RUN)?.event).toMatchObject({ payload: '"late"' });
    await expect(other.readTroubles([])).resolves.toEqual([]);
  });

  it('names the workflows of which it has runs', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    await expect(other.listWorkflowIds()).resolves.toEqual([]);
    for (const [n, name] of ['a', 'zoë', 'a', '日本', 'B'].entries())
      await world.createRun(toNewRun({ runId: toRunId(n + 1), workflowId: toWorkflowId(name) }));
    const expected = ['a', 'zoë', '日本', 'B'].map(toWorkflowId);
    expect((await other.listWorkflowIds()).sort()).toEqual(expected.sort());
  });

  it('says how large it is, and what the room is for', async () => {
    const { world, connect } = await openStore();
    await ownRun(world, { events: [started()] });
    const other = await connect();
    const { bytes, freeBytes } = await other.measure();
    const parts = await other.measureParts();
    if (bytes === null) return expect(parts).toEqual([]);
    expect(freeBytes ?? Infinity).toBeGreaterThan(1_000_000);
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['runs', 'journals', 'streams', 'messages']));
    const sum = parts.reduce((total, part) => total + part.bytes, 0);
    // In SQLite a log beside the file has what is not yet in it.
    expect(sum).toBeGreaterThan(10_000);
    expect(sum).toBeLessThanOrEqual(bytes + 100_000);
  });

  it('belongs to the first project that joins it, and refuses any other', async () => {
    const { world, connect } = await openStore();
    const shop = { name: 'shop', formerName: null };
    const blog = { name: 'blog', formerName: null };
    await world.joinProject(shop);
    await expect((await connect()).joinProject(shop)).resolves.toBeUndefined();
    const refused = (await connect()).joinProject(blog);
    await expect(refused).rejects.toMatchObject({
      code: 'world_project_differs',
      fix: expect.stringContaining('=shop'),
    });
    await expect(world.joinProject({ ...blog, formerName: 'web' })).rejects.toMatchObject(PROJECT_DIFFERS);
    await expect(world.joinProject(shop)).resolves.toBeUndefined();
  });

  it('takes the new name of its project', async () => {
    const { world } = await openStore();
    await world.joinProject({ name: 'web', formerName: null });
    await world.joinProject({ name: 'shop', formerName: 'web' });
    await world.joinProject({ name: 'shop', formerName: 'worker' });
    await expect(world.joinProject({ name: 'web', formerName: null })).rejects.toMatchObject(PROJECT_DIFFERS);
  });

  it('has one secret of 32 bytes or more, the same for everyone', async () => {
    const { world, connect } = await openStore();
    const secret = await world.readSecret();
    expect(secret).toMatch(/^[0-9a-f]{64,}$/);
    await expect((await connect()).readSecret()).resolves.toBe(secret);
    const { world: stranger } = await openStore();
    await expect(stranger.readSecret()).resolves.not.toBe(secret);
  });
}
