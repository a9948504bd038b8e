/**
 * A worker is halted for longer than its lease, others take its runs over, and it wakes and goes on as if nothing had
 * happened.
 */
import { expect, it, onTestFinished } from 'vitest';
import { getRun, resumeHook, start } from '../../runtime/entries/api.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { toStreamName } from '../../runtime/values/stream-reference.ts';
import type { World } from '../../runtime/world/world.ts';
import { workflowIdOf } from '../runtime/build-from-functions.ts';
import { makeDataDir } from '../world/test-store.ts';
import { betweenWrites } from './between-writes.ts';
import { ForkedWorker } from './forked-worker.ts';
import { startProducer } from './producer.ts';
import { inFile } from './shared-store.ts';

const WORKER = new URL('./zombie-worker.ts', import.meta.url);

const readStream = async (world: World, runId: RunId) =>
  (await world.readChunks(runId, toStreamName(undefined), 0, 100)).chunks;

it('changes neither the journal nor the streams of a run that a halted worker has lost', async () => {
  const dataDir = makeDataDir();
  const { world, untilEvent, endLeases, close } = await startProducer(inFile(dataDir));
  onTestFinished(close);
  const env = { WORKFLOW_DATA_DIR: dataDir };

  const zombie = ForkedWorker.start(WORKER, env);
  const { runId } = await start({ workflowId: workflowIdOf('main') }, ['token'] as never);
  await zombie.says('in the middle');
  betweenWrites(dataDir, () => zombie.halt());
  await endLeases();
  const heir = ForkedWorker.start(WORKER, env);
  await heir.says('in the middle');
  heir.tell('go on');
  await heir.says('wrote, taken');
  await untilEvent(runId, 'hook_created');
  const journal = await world.readJournal(runId as RunId);
  const chunks = await readStream(world, runId as RunId);

  const wrote = Promise.race([zombie.says('wrote, taken'), zombie.says('wrote, refused')]);
  zombie.goOn();
  zombie.tell('go on');
  await wrote;
  await zombie.prints(/lease_lost|run_lost/);
  await expect(world.readJournal(runId as RunId)).resolves.toEqual(journal);
  await expect(readStream(world, runId as RunId)).resolves.toEqual(chunks);
  expect(chunks).toHaveLength(2);

  await resumeHook('token', 'payload');
  await expect(getRun(runId).returnValue).resolves.toEqual({ writer: heir.pid, payload: 'payload' });
});
