import { expect, it } from 'vitest';
import type { RunId } from '../../../runtime/contract/ids.ts';
import type { Attributes } from '../../../runtime/contract/attributes.ts';
import type { RunStatus } from '../../../runtime/journal/events.ts';
import type { RunFilter, World } from '../../../runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import {
  ALICE,
  completed,
  LEASE_UNTIL,
  NOW,
  ORDER,
  started,
  toCommit,
  toNewRun,
  toRunId,
  toWorkflowId,
  type EventInput,
  type RunInput,
} from '../run-fixtures.ts';

const REFUND = toWorkflowId('refund');

/** Seven runs in the order of their numbers: 2 and 5 are completed, 3 has failed, 4 runs; 0 and 6 are refunds. */
async function fill(world: World): Promise<void> {
  await world.joinWorker(ALICE, LEASE_UNTIL);
  const failed: EventInput = { type: 'run_failed', at: NOW, payload: '[]' };
  const events = [[], [], [completed()], [failed], [started()], [completed()], []];
  for (const [n, more] of events.entries()) {
    const workflowId = n % 6 === 0 ? REFUND : ORDER;
    await world.createRun(toNewRun({ runId: toRunId(n), workflowId, owner: ALICE, events: more }));
  }
}

async function readAllPages(world: World, filter: RunFilter): Promise<RunId[][]> {
  const pages: RunId[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await world.listRuns(cursor === undefined ? filter : { ...filter, cursor });
    pages.push(page.runs.map(({ runId }) => runId));
    cursor = page.cursor;
  }
  return pages;
}

export function testListing(openStore: OpenStore): void {
  it('lists the newest first, each run once, page by page', async () => {
    const { world } = await openStore();
    await fill(world);
    const pages = [[6, 5, 4], [3, 2, 1], [0]].map((page) => page.map(toRunId));
    await expect(readAllPages(world, { limit: 3 })).resolves.toEqual(pages);
    await expect(readAllPages(world, { limit: 7 })).resolves.toEqual([pages.flat()]);
  });

  it('finds runs by status and workflow', async () => {
    const { world } = await openStore();
    await fill(world);
    const find = async (filter: Omit<RunFilter, 'limit'>): Promise<RunId[]> =>
      (await readAllPages(world, { ...filter, limit: 2 })).flat();
    expect(await find({ statuses: ['pending'] })).toEqual([6, 1, 0].map(toRunId));
    expect(await find({ statuses: ['running'] })).toEqual([toRunId(4)]);
    expect(await find({ statuses: ['completed'] })).toEqual([5, 2].map(toRunId));
    expect(await find({ statuses: ['failed'] })).toEqual([toRunId(3)]);
    expect(await find({ statuses: ['cancelled'] })).toEqual([]);
    expect(await find({ workflowId: REFUND })).toEqual([6, 0].map(toRunId));
    expect(await find({ statuses: ['pending'], workflowId: ORDER })).toEqual([toRunId(1)]);
  });

  it('finds runs by several statuses, and none by none', async () => {
    const { world } = await openStore();
    await fill(world);
    const find = async (statuses: RunStatus[]): Promise<RunId[]> =>
      (await readAllPages(world, { statuses, limit: 2 })).flat();
    expect(await find(['pending', 'running'])).toEqual([6, 4, 1, 0].map(toRunId));
    expect(await find(['completed', 'failed'])).toEqual([5, 3, 2].map(toRunId));
    expect(await find([])).toEqual([]);
  });

  it('finds runs by their initial and their current facts', async () => {
    const { world } = await openStore();
    await world.joinWorker(ALICE, LEASE_UNTIL);
    const parent = { runId: toRunId(99), call: 0 };
    const inputs: RunInput[] = [
      { created: { key: 'k0', at: NOW - 5 }, events: [{ type: 'run_completed', at: NOW + 1, payload: '[]' }] },
      { created: { key: 'k1', parent }, events: [{ type: 'run_completed', at: NOW + 2, payload: '[]' }] },
      { events: [started(), { type: 'run_paused', at: NOW }] },
      { created: { parent, at: NOW + 5 } },
    ];
    for (const [n, input] of inputs.entries())
      await world.createRun(toNewRun({ ...input, runId: toRunId(n), owner: ALICE }));
    const parked = { code: 'build_not_found', message: 'gone', retryMs: 1_000 };
    await world.commit(toCommit({ runId: toRunId(3), parked, release: true }));
    const find = async (filter: Omit<RunFilter, 'limit'>): Promise<RunId[]> =>
      (await readAllPages(world, { ...filter, limit: 1 })).flat();
    expect(await find({ key: 'k1' })).toEqual([toRunId(1)]);
    expect(await find({ key: 'k2' })).toEqual([]);
    expect(await find({ parent: parent.runId })).toEqual([3, 1].map(toRunId));
    expect(await find({ isPaused: true })).toEqual([toRunId(2)]);
    expect(await find({ isPaused: false })).toEqual([3, 1, 0].map(toRunId));
    expect(await find({ isParked: true })).toEqual([toRunId(3)]);
    expect(await find({ isParked: false })).toEqual([2, 1, 0].map(toRunId));
    expect(await find({ createdFrom: NOW })).toEqual([3, 2, 1].map(toRunId));
    expect(await find({ createdUntil: NOW })).toEqual([2, 1, 0].map(toRunId));
    expect(await find({ completedUntil: NOW + 1 })).toEqual([toRunId(0)]);
    expect(await find({ parent: parent.runId, isParked: true, isPaused: false, statuses: ['pending'] })).toEqual([
      toRunId(3),
    ]);
    expect(await find({ key: 'k1', completedUntil: NOW + 1 })).toEqual([]);
  });

  it('finds runs whose attributes have all the values that are asked for, of the same type', async () => {
    const { world } = await openStore();
    const attributes: Attributes[] = [{ a: 1, b: 'x' }, { a: '1', b: 'x' }, { a: true, b: 'x' }, { a: 1 }, {}];
    for (const [n, own] of attributes.entries())
      await world.createRun(toNewRun({ runId: toRunId(n), created: { attributes: own } }));
    const find = async (asked: Attributes, limit = 1): Promise<RunId[]> =>
      (await readAllPages(world, { attributes: asked, limit })).flat();
    expect(await find({ a: 1 })).toEqual([3, 0].map(toRunId));
    expect(await find({ a: '1' })).toEqual([toRunId(1)]);
    expect(await find({ a: true })).toEqual([toRunId(2)]);
    expect(await find({ b: 'x' }, 2)).toEqual([2, 1, 0].map(toRunId));
    expect(await find({ a: 1, b: 'x' })).toEqual([toRunId(0)]);
    expect(await find({ a: 1, c: 'x' })).toEqual([]);
    expect(await find({ toString: 'x' })).toEqual([]);
    expect(await find({}, 9)).toHaveLength(5);
  });

  it('continues where a page ended, even when runs were created since', async () => {
    const { world } = await openStore();
    await fill(world);
    const { cursor } = await world.listRuns({ limit: 2 });
    await world.createRun(toNewRun({ runId: toRunId(7) }));
    const { runs } = await world.listRuns({ limit: 2, cursor: cursor! });
    expect(runs.map(({ runId }) => runId)).toEqual([toRunId(4), toRunId(3)]);
  });

  it('lists whole records', async () => {
    const { world } = await openStore();
    await fill(world);
    const { runs } = await world.listRuns({ limit: 9 });
    expect(runs).toEqual(await Promise.all(runs.map(({ runId }) => world.readRun(runId))));
    expect(runs.at(-1)).toMatchObject({ owner: ALICE, workflowId: REFUND });
  });

  it('refuses a text that is not a cursor', async () => {
    const { world } = await openStore();
    for (const cursor of ['', 'abc', '-1', '1.5', '9'.repeat(30)]) {
      await expect(world.listRuns({ limit: 1, cursor })).rejects.toMatchObject({ code: 'world_cursor_invalid' });
    }
  });
}
