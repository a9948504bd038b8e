/** A worker dies while a step waits for its next attempt. */
import { expect, it, onTestFinished } from 'vitest';
import { getRun, start } from '../../runtime/entries/api.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { workflowIdOf } from '../runtime/build-from-functions.ts';
import { makeDataDir } from '../world/test-store.ts';
import { ForkedWorker } from './forked-worker.ts';
import { startProducer } from './producer.ts';
import { inFile } from './shared-store.ts';

const WORKER = new URL('./retry-worker.ts', import.meta.url);

it('counts no attempt as cut off that was not due when its worker died', async () => {
  const dataDir = makeDataDir();
  const { world, untilEvent, close } = await startProducer(inFile(dataDir));
  onTestFinished(close);
  const env = { WORKFLOW_DATA_DIR: dataDir };

  const first = ForkedWorker.start(WORKER, env);
  const { runId } = await start({ workflowId: workflowIdOf('main') });
  await untilEvent(runId, 'step_retrying');
  await first.kill();
  ForkedWorker.start(WORKER, env);

  await expect(getRun(runId).returnValue).resolves.toBe(2);
  const journal = await world.readJournal(runId as RunId);
  expect(journal.filter(({ type }) => type === 'step_retrying')).toHaveLength(1);
});
