import { expect, it, onTestFinished } from 'vitest';
import { Connection } from '../../runtime/api/connection.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import type { WorkflowId } from '../../runtime/contract/ids.ts';
import { systemClock } from '../../runtime/worker/system-clock.ts';
import { createWorld } from '../../runtime/world/open.ts';
import { buildFromFunctions, workflowIdOf } from './build-from-functions.ts';

it('says once that a journal has become long, and lets the run go on', async () => {
  const world = await createWorld({ kind: 'memory' });
  await world.open();
  const warnings: string[] = [];
  const connection = new Connection({
    world,
    clock: systemClock,
    log: { info: () => {}, warn: (event) => warnings.push(event), error: () => {} },
    settings: readSettings({}),
    baseUrl: () => '',
    print: () => {},
  });
  onTestFinished(() => connection.close());
  await connection.use(
    buildFromFunctions({
      workflows: {
        main: async ({ sleep }) => {
          await Promise.all(Array.from({ length: 13_000 }, () => sleep(0)));
          return await sleep(0);
        },
      },
    }),
  );
  const runId = await connection.createRun({ workflowId: workflowIdOf('main') as WorkflowId, payload: '{"json":[]}' });
  const end = await connection.watchers.waitForEnd(runId);
  expect(end?.type).toBe('run_completed');
  expect(warnings).toEqual(['journal_long']);
});
