/**
 * The same with real processes: each is killed (SIGKILL) at another point of its run, and the next one takes the run
 * over.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { decodeValue } from '../../runtime/host-values/host-codec.ts';
import { toStreamName } from '../../runtime/values/stream-reference.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { World } from '../../runtime/world/world.ts';
import { makeSharedStore, type SharedStore } from '../crash/shared-store.ts';
import { findMisdeeds, readJournalFacts, readLedger } from '../crash/storm-ledger.ts';
import { makeDataDir } from '../world/test-store.ts';

const WORKER = new URL('./mortal-worker.ts', import.meta.url);
/** Short: in PostgreSQL nobody notices the end of a process before its lease is over. */
const LEASE_MS = '1000';
const POINTS_APART = Number(process.env['POINTS_APART'] ?? 4);

/** Resolves when the process has ended: to whether it came to its end alive. */
async function runProcess(env: Record<string, string>): Promise<boolean> {
  const child = fork(WORKER, [], {
    env: { ...process.env, ...env },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect({ code, signal }).toEqual(signal ? { code: null, signal: 'SIGKILL' } : { code: 0, signal: null });
  return code === 0;
}

async function open(store: SharedStore): Promise<World> {
  const world = await store.createWorld();
  await world.open();
  return world;
}

async function newestRun(store: SharedStore): Promise<string> {
  const world = await open(store);
  const { runs } = await world.listRuns({ limit: 1 });
  await world.close();
  return runs[0]?.runId ?? '';
}

async function readOutcome(world: World, runId: RunId): Promise<unknown> {
  const journal = await world.readJournal(runId);
  const { chunks } = await world.readChunks(runId, toStreamName(undefined), 0, 100);
  const end = journal.at(-1)!;
  return {
    result: end.type === 'run_completed' ? decodeValue(end.payload) : end.type,
    chunks: chunks.flatMap((chunk) => (typeof chunk === 'string' ? [decodeValue(chunk)] : [])),
    isDense: journal.every(({ seq }, i) => seq === i + 1),
  };
}

it('a run comes to the same end wherever its process is killed', async () => {
  const directory = makeDataDir();
  const store = makeSharedStore(join(directory, 'data'));
  const ledger = join(directory, 'ledger.jsonl');
  const common = {
    ...store.env,
    WORKFLOW_LEASE_MS: LEASE_MS,
    LEDGER: ledger,
    NODE_COMPILE_CACHE: join(directory, 'compiled'),
  };
  let kills = 0;
  for (let previous = '', survived = false; !survived; kills++) {
    const env = { ...common, PREVIOUS_RUN: previous, POINT: String(kills * POINTS_APART) };
    survived = await runProcess(env);
    previous = await newestRun(store);
  }
  expect(kills).toBeGreaterThan(30 / POINTS_APART);

  const world = await open(store);
  onTestFinished(async () => {
    await world.close();
    await store.remove();
  });
  const { runs } = await world.listRuns({ limit: 1_000 });
  const lines = existsSync(ledger) ? readLedger(ledger) : new Map();
  for (const { runId } of runs) {
    await expect(readOutcome(world, runId)).resolves.toEqual({
      result: ['first', 'second', 'third', 'payload', 'last'],
      chunks: ['a', 'b', 'c'],
      isDense: true,
    });
    expect(findMisdeeds(lines.get(runId) ?? [], readJournalFacts(await world.readJournal(runId)))).toEqual([]);
  }
});
