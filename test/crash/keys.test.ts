/** Keys are changed under a store, while its processes work and die. */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { getRun, listRuns, listStreams, resumeHook, start } from '../../runtime/entries/api.ts';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import { startCli } from '../cli/run-cli.ts';
import { workflowIdOf } from '../runtime/build-from-functions.ts';
import { findMarkers } from '../world/find-marker.ts';
import { makeDataDir } from '../world/test-store.ts';
import { ForkedWorker } from './forked-worker.ts';
import { CHUNKS } from './keys-code.ts';
import { startProducer, type Producer } from './producer.ts';
import { inFile } from './shared-store.ts';

const WORKER = new URL('./keys-worker.ts', import.meta.url);
const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const [OLD, NEW] = [`old:${key(1)}`, `new:${key(2)}`];
const SECRET = 'Secretvalue';
const RUNS = 6;

const startWorker = async (dataDir: string, keys: string): Promise<ForkedWorker> => {
  const worker = ForkedWorker.start(WORKER, { WORKFLOW_DATA_DIR: dataDir, WORKFLOW_ENCRYPTION_KEYS: keys });
  await worker.says('ready');
  return worker;
};

/** Starts a run that waits, on a worker with these keys, and lets that worker die. */
async function leaveRun(dataDir: string, keys: string): Promise<string> {
  const producer = await startProducer(inFile(dataDir), { keys });
  const worker = await startWorker(dataDir, keys);
  const { runId } = await start({ workflowId: workflowIdOf('main') }, [SECRET, 'in', [1, 1, 1]] as never);
  await producer.untilEvent(runId, 'hook_created');
  await worker.kill();
  await producer.close();
  return runId;
}

/** Two workers; each change of keys kills one after the other, in the middle of its steps. */
class Pair {
  readonly #dataDir: string;
  #workers: ForkedWorker[] = [];
  output = '';

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async roll(keys: string): Promise<void> {
    for (const slot of [0, 1]) {
      const before = this.#workers[slot];
      this.#workers[slot] = await startWorker(this.#dataDir, keys);
      await before?.kill();
      this.output += before?.output ?? '';
    }
  }
}

/** Kills the command a few times, and then lets it come to its end. */
async function reencrypt(dataDir: string, keys: string): Promise<string> {
  const options = { cwd: dataDir, env: { WORKFLOW_ENCRYPTION_KEYS: keys } };
  const args = ['reencrypt', '--data-dir', dataDir];
  for (const afterMs of [400, 700, 1_000]) {
    const broken = startCli(args, options);
    const ended = once(broken, 'exit');
    await Promise.race([setTimeout(afterMs), ended]);
    broken.kill('SIGKILL');
    await ended;
  }
  const last = startCli(args, options);
  let printed = '';
  last.stdout!.on('data', (text) => (printed += String(text)));
  await once(last, 'close');
  return printed;
}

/** Whether the step of a round has begun, in which a worker is to die. */
const hasWritten = async (runId: string, round: number): Promise<boolean> =>
  (await listStreams(runId)).some(({ namespace, length }) => namespace === `round ${round}` && length > 0);

/** The chunks of each round. */
async function readRounds(runId: string): Promise<unknown[][]> {
  const readRound = async (round: number): Promise<unknown[]> => {
    const chunks: unknown[] = [];
    for await (const chunk of getRun(runId).getReadable({ namespace: `round ${round}` })) {
      chunks.push(chunk instanceof Uint8Array ? new TextDecoder().decode(chunk) : chunk);
    }
    return chunks;
  };
  return await Promise.all([0, 1, 2, 3].map(readRound));
}

it('a plain store gets a key, and then another one: no run, payload or chunk is lost or doubled', async () => {
  const dataDir = makeDataDir();
  const workers = new Pair(dataDir);
  let producer: Producer | null = null;
  const become = async (keys: string): Promise<void> => {
    await producer?.close();
    producer = await startProducer(inFile(dataDir), { keys });
  };
  await become('');
  await workers.roll('');
  const runs = await Promise.all(
    Array.from({ length: RUNS }, (_, i) =>
      start({ workflowId: workflowIdOf('main') }, [SECRET, `in ${i}`, []] as never),
    ),
  );
  for (const [round, keys] of [`plain,${OLD}`, OLD, `${OLD},${NEW}`, `${NEW},${OLD}`].entries()) {
    for (const { runId } of runs) await producer!.until(async () => await hasWritten(runId, round));
    await workers.roll(keys);
    await become(keys);
    if (round === 3) expect(await reencrypt(dataDir, keys)).toContain('No value needs "old" any more.');
    for (const [i, { runId }] of runs.entries()) {
      await producer!.untilEvent(runId, 'step_created');
      await resumeHook(`in ${i}`, { note: `${SECRET} ${round}` });
    }
  }
  await workers.roll(NEW);
  await become(NEW);
  const expected = Array.from({ length: CHUNKS }, (_, n) => (n % 2 === 0 ? { secret: SECRET, n } : `${SECRET} ${n}`));
  for (const { runId } of runs) {
    const [echo, attempts] = (await getRun(runId).returnValue) as [string, number[]];
    expect(echo).toBe(`${SECRET} ${SECRET} 3`);
    expect(attempts.slice(0, 3).every((attempt) => attempt > 1)).toBe(true);
    // A reader that was there all the time has seen no chunk twice, either.
    expect((await listStreams(runId)).map(({ length }) => length)).toEqual([CHUNKS, CHUNKS, CHUNKS, CHUNKS]);
    expect(await readRounds(runId)).toEqual([expected, expected, expected, expected]);
  }
  await expect(checkStore(producer!.world)).resolves.toEqual([]);
  expect(workers.output).not.toContain('run_parked');
  const folder = makeDataDir();
  await producer!.world.backup(join(folder, 'backup.db'));
  expect(findMarkers(folder, SECRET)).toEqual([]);
  expect(findMarkers(folder, 'enc[12][tb]:old')).toEqual([]);
  await producer!.close();
});

it.each([
  ['only the new key', NEW, 'value_key_missing'],
  ['another key of the same name', `old:${key(9)}`, 'value_altered'],
])('a process with %s sets the run aside, says why, and loses nothing', async (_, wrong, code) => {
  const dataDir = makeDataDir();
  const runId = await leaveRun(dataDir, OLD);
  const producer = await startProducer(inFile(dataDir), { keys: OLD });
  await resumeHook('in', { note: 'go on' });
  const worker = await startWorker(dataDir, wrong);
  await worker.prints(new RegExp(code));
  await producer.until(async () => (await listRuns({ parked: true })).runs.length > 0);
  const { runs } = await listRuns();
  expect(runs).toMatchObject([
    { runId, status: 'running', parked: { code, message: expect.stringContaining('"old"') } },
  ]);
  await worker.kill();
  await startWorker(dataDir, OLD);
  await expect(getRun(runId).returnValue).resolves.toMatchObject([`${SECRET} go on`, [1, 1, 1, expect.any(Number)]]);
  await producer.close();
});
