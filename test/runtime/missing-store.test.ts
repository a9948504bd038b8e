/** A process that only looks for a store, in a folder where none is. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import {
  bulk,
  getHookByToken,
  getRun,
  listHooks,
  listRuns,
  purgeRuns,
  resumeHook,
  start,
} from '../../runtime/entries/api.ts';
import { checkStore } from '../../runtime/entries/runtime.ts';
import { makeDataDir } from '../world/test-store.ts';
import { buildFromFunctions, workflowIdOf } from './build-from-functions.ts';
import { currentRuntime, lendRuntime } from './process-runtime.ts';

const RUN_ID = `wrun_${'0'.repeat(26)}`;
const MISSING = { code: 'world_store_missing', fix: expect.stringContaining('WORKFLOW_DATA_DIR') };

/** Makes the process one that has no build. */
function useFolder(): { folder: string; dataDir: string; runtime: Runtime } {
  const folder = makeDataDir();
  const dataDir = join(folder, 'data');
  const runtime = new Runtime(readSettings({ WORKFLOW_DATA_DIR: dataDir, WORKFLOW_ROLE: 'producer' }));
  lendRuntime(runtime);
  return { folder, dataDir, runtime };
}

const LOOKS: Record<string, () => Promise<unknown>> = {
  'listRuns()': async () => await listRuns(),
  'listHooks()': async () => await listHooks(),
  'the status of a run': async () => await getRun(RUN_ID).status,
  'the result of a run': async () => await getRun(RUN_ID).returnValue,
  'a stream of a run': async () => await getRun(RUN_ID).readable.getReader().read(),
  'cancelling a run': async () => await getRun(RUN_ID).cancel(),
  'getHookByToken()': async () => await getHookByToken('token'),
  'resumeHook()': async () => await resumeHook('token', 1),
  'bulk()': async () => await bulk({ status: 'failed' }, 'delete'),
  'purgeRuns()': async () => await purgeRuns({ before: new Date(0) }),
  'checkStore()': async () => await checkStore(),
  'a backup': async () => await useFolderOfNow().backup('x'),
};
const useFolderOfNow = (): Runtime => currentRuntime()!;

describe('in a folder without a store', () => {
  it.each(Object.entries(LOOKS))('%s says that there is none, and makes none', async (_, look) => {
    const { folder, dataDir } = useFolder();
    await expect(look()).rejects.toMatchObject({ ...MISSING, message: expect.stringContaining(dataDir) });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('start() makes one, even if something looks for it at the same moment', async () => {
    useFolder();
    const looking = expect(listRuns()).rejects.toMatchObject(MISSING);
    const run = await start({ workflowId: workflowIdOf('main') });
    await looking;
    await expect(listRuns()).resolves.toMatchObject({ runs: [{ runId: run.runId }] });
  });

  it('a process with workflows makes one, even if something looks for it at the same moment', async () => {
    const { runtime } = useFolder();
    const looking = expect(listRuns()).rejects.toMatchObject(MISSING);
    await runtime.useBuild(buildFromFunctions({ workflows: { main: async () => {} }, steps: {} }));
    await looking;
    await expect(listRuns()).resolves.toMatchObject({ runs: [] });
  });
});
