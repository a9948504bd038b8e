import { expect, it } from 'vitest';
import type { RunId } from '../../../src/runtime/contract/ids.ts';
import type { RunFilter, World } from '../../../src/runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import {
  ALICE,
  completed,
  LEASE_UNTIL,
  NOW,
  ORDER,
  started,
  toNewRun,
  toRunId,
  toWorkflowId,
  type EventInput,
} from '../run-fixtures.ts';

const REFUND = toWorkflowId('refund');

/** Seven runs in the order of their numbers; 2 and 5 are completed, 3 has failed, 4 runs; 0 and 6 are refunds. */
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
    expect(await find({ status: 'pending' })).toEqual([6, 1, 0].map(toRunId));
    expect(await find({ status: 'running' })).toEqual([toRunId(4)]);
    expect(await find({ status: 'completed' })).toEqual([5, 2].map(toRunId));
    expect(await find({ status: 'failed' })).toEqual([toRunId(3)]);
    expect(await find({ status: 'cancelled' })).toEqual([]);
    expect(await find({ workflowId: REFUND })).toEqual([6, 0].map(toRunId));
    expect(await find({ status: 'pending', workflowId: ORDER })).toEqual([toRunId(1)]);
  });

  it('goes on where a page ended, also when runs were created since', async () => {
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

  it('refuses what is no cursor', async () => {
    const { world } = await openStore();
    for (const cursor of ['', 'abc', '-1', '1.5', '9'.repeat(30)]) {
      await expect(world.listRuns({ limit: 1, cursor })).rejects.toMatchObject({ code: 'world_cursor_invalid' });
    }
  });
}
