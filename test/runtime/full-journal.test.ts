/** The end of a run whose journal is full. The limit is lowered: the real one is four million events. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '../../runtime/api/connection.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import type { RunId, WorkflowId } from '../../runtime/contract/ids.ts';
import { decodeValue, encodeValue } from '../../runtime/host-values/host-codec.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import { systemClock } from '../../runtime/worker/system-clock.ts';
import { createWorld } from '../../runtime/world/open.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import { WAIT } from '../time-limits.ts';
import { buildFromFunctions, workflowIdOf, type TestCode } from './build-from-functions.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

async function connect(code: TestCode, journalEventsMax: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'workflow-full-'));
  const world = await createWorld({ kind: 'sqlite', dataDir });
  await world.open();
  const connection = new Connection({
    world,
    clock: systemClock,
    log: silent,
    settings: readSettings({ WORKFLOW_LIVE_RUNS: process.env['WORKFLOW_LIVE_RUNS'] }),
    baseUrl: () => '',
    print: () => {},
    journalEventsMax,
  });
  onTestFinished(async () => {
    await connection.close();
    rmSync(dataDir, { recursive: true });
  });
  await connection.use(buildFromFunctions(code));
  const start = async (...args: unknown[]): Promise<RunId> =>
    await connection.createRun({
      workflowId: workflowIdOf('main') as WorkflowId,
      payload: await encodeValue(args, 'args'),
    });
  const untilEnd = async (runId: RunId): Promise<JournalEvent> => (await connection.watchers.waitForEnd(runId))!;
  return { connection, world, start, untilEnd, file: toPaths(dataDir).file };
}

const failureOf = (end: JournalEvent): unknown => (end.type === 'run_failed' ? decodeValue(end.payload) : end);

it('a run fails when its journal is full, and can be deleted', async () => {
  const { world, start, untilEnd } = await connect(
    {
      workflows: {
        main: async ({ sleep }) => {
          for (;;) await sleep(0);
        },
      },
    },
    50,
  );
  const runId = await start();
  const end = await untilEnd(runId);
  expect(failureOf(end)).toMatchObject({ code: 'run_journal_full', message: expect.stringContaining('continueAs()') });
  expect(end.seq).toBe(51);
  await expect(checkStore(world)).resolves.toEqual([]);
  await expect(world.deleteRuns([runId])).resolves.toBe(1);
});

it('a turn that asks for more than fits ends its run, and the calls that do not fit are never made', async () => {
  let calls = 0;
  const { world, start, untilEnd } = await connect(
    {
      workflows: { main: async ({ step }) => await Promise.all(Array.from({ length: 60 }, () => step('work')())) },
      steps: { work: () => void calls++ },
    },
    50,
  );
  const runId = await start();
  expect(failureOf(await untilEnd(runId))).toMatchObject({ code: 'run_journal_full' });
  await expect(world.readJournal(runId)).resolves.toHaveLength(51);
  expect(calls).toBe(0);
});

it('a run that is told to end while its journal is full is cancelled', async () => {
  const { connection, world, start, untilEnd } = await connect(
    {
      workflows: {
        main: async ({ sleep, createHook }) => {
          for (let i = 0; i < 24; i++) await sleep(0);
          try {
            await createHook();
          } finally {
            for (;;) await sleep(0);
          }
        },
      },
    },
    54,
  );
  const runId = await start();
  await vi.waitFor(async () => expect(await world.readRun(runId)).toMatchObject({ seq: 51 }), WAIT);
  await world.deliver(runId, { type: 'cancel', reason: 'enough' }, connection.clock.now());
  await expect(untilEnd(runId)).resolves.toMatchObject({ type: 'run_cancelled', reason: 'enough', seq: 55 });
});

it('a run that begins anew goes on however often it does, in a file that stays small', async () => {
  const { connection, world, start, untilEnd, file } = await connect(
    {
      workflows: {
        main: async ({ step, openStoredList, continueAs }, round: number) => {
          const list = openStoredList<string>('texts');
          await step('work')(list.pick([list.add(`${round}`.repeat(5_000))]), 'x'.repeat(20_000));
          return round === 400 ? 'done' : await continueAs([round + 1]);
        },
      },
      steps: { work: (texts: string[]) => texts.join() },
    },
    50,
  );
  const runId = await start(1);
  await expect(untilEnd(runId)).resolves.toMatchObject({ type: 'run_completed' });
  await expect(world.readRun(runId)).resolves.toMatchObject({ seq: 1 + 400 * 4 + 1 });
  await expect(world.listStreams(runId)).resolves.toHaveLength(2);
  await connection.close();
  expect(statSync(file).size).toBeLessThan(1_500_000);
});
