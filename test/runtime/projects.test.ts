/** A store belongs to one application: its name comes from the build, or from the setting. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import type { Build } from '../../runtime/contract/build.ts';
import { listRuns, start } from '../../runtime/entries/api.ts';
import { makeDataDir } from '../world/test-store.ts';
import { buildFromFunctions, workflowIdOf } from './build-from-functions.ts';
import { lendRuntime } from './process-runtime.ts';

const DIFFERS = { code: 'world_project_differs' };
const main = { workflowId: workflowIdOf('main') };

interface Application {
  dataDir: string;
  /** Name of the package; left out: it has none. */
  name?: string;
  /** WORKFLOW_PROJECT. */
  setting?: string;
}

/** The executed steps, by application. */
let executed: string[] = [];

function useRuntime({ dataDir, setting, role = 'all' }: { dataDir: string; setting?: string; role?: string }): Runtime {
  const env = { WORKFLOW_DATA_DIR: dataDir, WORKFLOW_PROJECT: setting, WORKFLOW_ROLE: role };
  const runtime = new Runtime(readSettings(env));
  lendRuntime(runtime);
  return runtime;
}

/** All applications have the same ids. */
function buildOf({ name, setting }: Omit<Application, 'dataDir'>): Build {
  const build = buildFromFunctions({
    workflows: { main: async ({ step }) => await step('charge')() },
    steps: { charge: async () => void executed.push(setting ?? name ?? '') },
  });
  return { ...build, manifest: { ...build.manifest, ...(name !== undefined && { project: name }) } };
}

/** Makes the process one of an application. Rejects when its boot is refused. */
async function boot({ dataDir, ...application }: Application, role = 'all'): Promise<Runtime> {
  const runtime = useRuntime({ dataDir, role, ...application });
  await runtime.useBuild(buildOf(application));
  await runtime.start();
  return runtime;
}

function newStore(): string {
  executed = [];
  return join(makeDataDir(), 'data');
}

describe('a second application on a store', () => {
  it('is refused before it executes a run of the first, or starts one', async () => {
    const dataDir = newStore();
    const shop = await boot({ dataDir, name: 'shop' }, 'producer');
    await start(main);
    await shop.close();
    await expect(boot({ dataDir, name: 'blog' })).rejects.toMatchObject(DIFFERS);
    await expect(start(main)).rejects.toMatchObject(DIFFERS);
    await expect(boot({ dataDir, name: 'blog' }, 'producer')).rejects.toMatchObject(DIFFERS);
    await boot({ dataDir, name: 'shop' });
    const { runs } = await listRuns();
    expect(runs.map(({ runId }) => runId)).toHaveLength(1);
    await expect.poll(() => executed).toEqual(['shop']);
  });

  it('is also refused when it has looked into the store before', async () => {
    const dataDir = newStore();
    await (await boot({ dataDir, name: 'shop' })).close();
    const blog = useRuntime({ dataDir });
    await expect(listRuns()).resolves.toMatchObject({ runs: [] });
    await expect(blog.useBuild(buildOf({ name: 'blog' }))).rejects.toMatchObject(DIFFERS);
    await expect(start(main)).rejects.toMatchObject(DIFFERS);
  });

  it('may be another package of the same application, if both have the same setting', async () => {
    const dataDir = newStore();
    const web = await boot({ dataDir, name: 'web' });
    await web.close();
    await expect(boot({ dataDir, name: 'worker' })).rejects.toMatchObject(DIFFERS);
    await expect(boot({ dataDir, name: 'worker', setting: 'acme' })).rejects.toMatchObject(DIFFERS);
    for (const name of ['web', 'worker', 'renamed']) await (await boot({ dataDir, name, setting: 'acme' })).close();
    await expect(boot({ dataDir, name: 'web' })).rejects.toMatchObject(DIFFERS);
  });

  it('is not noticed when it has no name, or when only its API is used', async () => {
    const dataDir = newStore();
    await (await boot({ dataDir, name: 'shop' })).close();
    await (await boot({ dataDir })).close();
    useRuntime({ dataDir });
    await expect(listRuns()).resolves.toMatchObject({ runs: [] });
  });
});

it('a store without a project, as of an earlier version, belongs to the first application that has a name', async () => {
  const dataDir = newStore();
  await (await boot({ dataDir })).close();
  await (await boot({ dataDir, name: 'shop' })).close();
  await expect(boot({ dataDir, name: 'blog' })).rejects.toMatchObject(DIFFERS);
});
