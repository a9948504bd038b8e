import { expect, it, onTestFinished } from 'vitest';
import { Connection } from '../../runtime/api/connection.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import type { WorkflowId } from '../../runtime/contract/ids.ts';
import { systemClock } from '../../runtime/worker/system-clock.ts';
import { createWorld } from '../../runtime/world/open.ts';
import { limitValues } from '../../runtime/host-values/host-codec.ts';
import { buildFromFunctions, type TestCode, workflowIdOf } from './build-from-functions.ts';

/** Runs a workflow. @returns The warnings in the log, and its end. */
async function runAlone(main: TestCode['workflows'][string], env: Record<string, string> = {}) {
  const world = await createWorld({ kind: 'memory' });
  await world.open();
  const warnings: [string, object][] = [];
  const connection = new Connection({
    world,
    clock: systemClock,
    log: {
      debug: () => {},
      info: () => {},
      warn: (event, details) => warnings.push([event, details]),
      error: () => {},
    },
    settings: readSettings(env),
    baseUrl: () => '',
    print: () => {},
  });
  onTestFinished(() => connection.close());
  const steps = { make: async (length: number) => 'x'.repeat(length) };
  await connection.use(buildFromFunctions({ workflows: { main }, steps }));
  const runId = await connection.createRun({ workflowId: workflowIdOf('main') as WorkflowId, payload: '{"json":[]}' });
  const end = await connection.watchers.waitForEnd(runId);
  return { warnings, end: end?.type };
}

it('says once that a journal has become long, and lets the run go on', async () => {
  const { warnings, end } = await runAlone(async ({ sleep }) => {
    await Promise.all(Array.from({ length: 13_000 }, () => sleep(0)));
    return await sleep(0);
  });
  expect(end).toBe('run_completed');
  expect(warnings.map(([event]) => event)).toEqual(['journal_long']);
});

it('says once of a run that its values are almost as large as one may be', async () => {
  limitValues(1_000_000);
  onTestFinished(() => limitValues(64 * 2 ** 20));
  const { warnings, end } = await runAlone(async ({ step }) => {
    await step('make')(400_000);
    await step('make')(600_000);
    return (await step('make')(700_000)).length;
  });
  expect(end).toBe('run_completed');
  expect(warnings).toEqual([['value_large', expect.objectContaining({ event: 'step_completed', mb: 1 })]]);
});
