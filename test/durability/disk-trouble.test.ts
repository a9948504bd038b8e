/**
 * The disk fails under a worker: it says so, waits, loses nothing, and goes on by itself when the disk is well again.
 */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { start, type Run } from '../../runtime/entries/api.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { World } from '../../runtime/world/world.ts';
import { ForkedWorker } from '../crash/forked-worker.ts';
import { startProducer } from '../crash/producer.ts';
import { inFile } from '../crash/shared-store.ts';
import { findMisdeeds, readJournalFacts, readLedger } from '../crash/storm-ledger.ts';
import { workflowIdOf } from '../runtime/build-from-functions.ts';
import { makeDataDir } from '../world/test-store.ts';
import { DISK_FULL, FILE_LIMIT, SYNC_FAILS } from './disk-trouble.ts';
import { canTrace } from './syscall-trace.ts';

const WORKER = new URL('./counting-worker.ts', import.meta.url);
const STEPS = 120;
/** The trouble begins when the log of the store has outgrown the limit of files. */
const STEPS_BEFORE = 80;

interface Count {
  dataDir: string;
  ledger: string;
  world: World;
  worker: ForkedWorker;
  run: Run;
}

/** A worker in the midst of a run, and a store to look into it from outside. */
async function beginCount(): Promise<Count> {
  const dataDir = makeDataDir();
  const ledger = join(dataDir, 'ledger.jsonl');
  const { world, close } = await startProducer(inFile(dataDir));
  onTestFinished(close);
  const worker = startWorker(dataDir, ledger);
  await worker.says('ready');
  const run = await start({ workflowId: workflowIdOf('main') }, [STEPS] as never);
  await worker.says('in the middle');
  return { dataDir, ledger, world, worker, run };
}

const startWorker = (dataDir: string, ledger: string): ForkedWorker =>
  ForkedWorker.start(WORKER, { WORKFLOW_DATA_DIR: dataDir, LEDGER: ledger, PAUSES_AT: String(STEPS_BEFORE) });

/** The run ended right, and every step was executed once, apart from those that were `cutOff`. */
async function expectCounted({ run, world, ledger }: Count, { cutOff }: { cutOff: number }): Promise<void> {
  await expect(run.returnValue).resolves.toBe(STEPS);
  const lines = readLedger(ledger).get(run.runId as RunId)!;
  expect(findMisdeeds(lines, readJournalFacts(await world.readJournal(run.runId as RunId)))).toEqual([]);
  expect(lines.filter(({ what }) => what === 'begin').length).toBeLessThanOrEqual(STEPS + cutOff);
}

const TROUBLES = [
  ...(process.platform === 'linux' ? [FILE_LIMIT] : []),
  ...(canTrace() ? [DISK_FULL, SYNC_FAILS] : []),
];

describe.each(TROUBLES)('when $name', ({ code, begin }) => {
  const saysSo = new RegExp(`store_failed.*(${code.source})`);

  it('a worker says so and waits, executes nothing twice, and goes on when it can', async () => {
    const count = await beginCount();
    const end = await begin(count.worker.pid);
    count.worker.tell('go on');
    await count.worker.prints(saysSo);
    const stored = await count.world.readJournal(count.run.runId as RunId);
    expect(stored.at(-1)!.type).not.toBe('run_completed');
    expect(count.worker.isAlive).toBe(true);
    await end();
    await expectCounted(count, { cutOff: 0 });
    const journal = await count.world.readJournal(count.run.runId as RunId);
    expect(journal.slice(0, stored.length)).toEqual(stored);
  });

  it('a worker that is killed while it waits leaves a run that the next one ends', async () => {
    const count = await beginCount();
    const end = await begin(count.worker.pid);
    count.worker.tell('go on');
    await count.worker.prints(saysSo);
    await count.worker.kill();
    await end();
    startWorker(count.dataDir, count.ledger);
    await expectCounted(count, { cutOff: 1 });
  });
});
