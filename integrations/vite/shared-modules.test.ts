/** In a development server a step runs in the modules that the application has. */
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import type { ModuleRunner } from 'vite/module-runner';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTempProject, type TempProject } from '../../test/compiler-build/temp-project.ts';
import { leaveRuntime } from '../../test/runtime/process-runtime.ts';
import { WAIT } from '../../test/time-limits.ts';
import { start } from '../../runtime/entries/api.ts';
import { BuildFollower } from '../shared/build-follower.ts';
import { workflow } from './vite.ts';

vi.stubEnv('WORKFLOW_WORLD', 'memory');
// Other files are run by the same process, and the runtime reads its settings once.
afterAll(async () => {
  vi.unstubAllEnvs();
  await leaveRuntime();
});

const FILES = {
  'visits.ts': `export let visits = 0;\nexport const visit = () => (visits += 1);\nexport const unused = 1;`,
  // Only the workflow imports this file.
  'workflows/steps.ts': `import { visit } from '../visits.ts';
export async function step() { 'use step'; return visit(); }`,
  'workflows/count.ts': `import { step } from './steps.ts';
export async function count() { 'use workflow'; return await step(); }`,
  'other.ts': 'export const other = 1;',
  'app.ts': `export { other } from './other.ts';
export { count } from './workflows/count.ts';
export { unused, visit } from './visits.ts';`,
};

/** Vite needs more time after an edit than a build of the workflows, and than steps to be loaded again. */
function slow(): { plugin: Plugin; beforeEdit(): void } {
  let reloaded = Promise.withResolvers<void>();
  const { reload } = BuildFollower.prototype;
  const spy = vi.spyOn(BuildFollower.prototype, 'reload').mockImplementation(async function (this: BuildFollower) {
    await reload.call(this);
    reloaded.resolve();
  });
  onTestFinished(() => spy.mockRestore());
  return {
    plugin: { name: 'slow', hotUpdate: () => reloaded.promise },
    beforeEdit: () => void (reloaded = Promise.withResolvers()),
  };
}

/** The application's exports. */
interface App {
  other: number;
  unused: number;
  visit(): number;
}

interface Served {
  project: TempProject;
  /** Loads the application, as for a request. */
  load(): Promise<App>;
  /** Resolves when Vite has told the runner to drop all modules. */
  untilDropped(): Promise<unknown>;
  /** Visits as the application does. */
  visit(): Promise<number>;
  /** Visits in a step. */
  run(): Promise<unknown>;
}

/** How applications load their modules. */
const WAYS: Record<string, (server: ViteDevServer) => Promise<object>> = {
  'server.ssrLoadModule()': (server) => server.ssrLoadModule('/app.ts'),
  'the runner': (server) => (server.environments.ssr as unknown as { runner: ModuleRunner }).runner.import('/app.ts'),
};

async function serve(
  loadBy: (server: ViteDevServer) => Promise<object>,
  { files = {}, plugins = [] }: { files?: Record<string, string>; plugins?: Plugin[] } = {},
): Promise<Served> {
  const project = await createTempProject({ ...FILES, ...files });
  const server = await createServer({
    configFile: false,
    root: project.dir,
    logLevel: 'silent',
    plugins: [workflow(), plugins],
    server: { host: '127.0.0.1', port: 0 },
  });
  onTestFinished(() => server.close());
  await server.listen();
  // An answer means that the first build is there.
  await fetch(server.resolvedUrls!.local[0]!);
  const load = async () => (await loadBy(server)) as App;
  return {
    project,
    load,
    untilDropped: () =>
      new Promise((resolve) => {
        const { outsideEmitter } = server.environments.ssr.hot.api!;
        outsideEmitter.on('send', ({ type }: { type: string }) => type === 'full-reload' && resolve(null));
      }),
    visit: async () => (await load()).visit(),
    run: async () => (await start({ workflowId: 'workflow//./workflows/count//count' }, [])).returnValue,
  };
}

/** The first lines of what is printed as an error. */
function recordErrors(): () => string[] {
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
  onTestFinished(() => error.mockRestore());
  return () => error.mock.calls.map(([message]) => String(message));
}

describe.each(Object.entries(WAYS))('an application that uses %s', (_, load) => {
  /** Both sides count on from each other. */
  const expectShared = async ({ visit, run }: Served): Promise<void> => {
    const visits = await visit();
    expect(await run()).toBe(visits + 1);
    expect(await visit()).toBe(visits + 2);
  };

  test('shares its modules with steps, which are live after edits', async () => {
    const served = await serve(load);
    const { project, run } = served;
    await served.visit();
    await project.write({ 'workflows/steps.ts': FILES['workflows/steps.ts'].replace('visit()', '-visit()') });
    await expect.poll(run).toBeLessThan(0);
    await project.write({ 'workflows/steps.ts': FILES['workflows/steps.ts'] });
    await expect.poll(run).toBeGreaterThan(0);
    await vi.waitFor(() => expectShared(served), WAIT);
  });

  test.each([
    ['of what both import', 'visits.ts', 'unused'],
    ['of what only the application imports', 'other.ts', 'other'],
  ] as const)('shares them after an edit %s that changes no step', async (_name, file, name) => {
    const { plugin, beforeEdit } = slow();
    const served = await serve(load, { plugins: [plugin] });
    await served.visit();
    // The first edit makes sure that steps are loaded in this way.
    for (const edition of [2, 3]) {
      beforeEdit();
      const dropped = served.untilDropped();
      await served.project.write({ [file]: FILES[file].replace(/= 1;$/, `= ${edition};`) });
      await dropped;
      await expect.poll(async () => (await served.load())[name]).toBe(edition);
      await vi.waitFor(() => expectShared(served), WAIT);
    }
  });

  test('keeps the steps of before while a file throws that they need', async () => {
    const errors = recordErrors();
    const served = await serve(load);
    await served.visit();
    const text = FILES['workflows/steps.ts'].replace('visit()', '-visit()');
    await served.project.write({ 'workflows/steps.ts': `${text}\nthrow new Error('no place');` });
    await expect.poll(errors).toContainEqual(expect.stringContaining('the one before it stays'));
    expect(await served.run()).toBeGreaterThan(0);
    await served.project.write({ 'workflows/steps.ts': text });
    await expect.poll(served.run).toBeLessThan(0);
    expect(errors().filter((message) => message.includes('stays'))).toHaveLength(1);
  });
});

test('a file that cannot be loaded fails its own steps, and is named once, whatever else is edited', async () => {
  const errors = recordErrors();
  const text = `export async function refund() { 'use workflow'; await pay(); }
async function pay() { 'use step'; }`;
  const refunds = { 'workflows/refunds.ts': `${text}\nthrow new Error('no account');` };
  const served = await serve(WAYS['server.ssrLoadModule()']!, { files: refunds });
  const refund = async () => (await start({ workflowId: 'workflow//./workflows/refunds//refund' }, [])).returnValue;
  await expect(refund()).rejects.toThrow('no account');
  expect(await served.run()).toBe(1);
  const steps = FILES['workflows/steps.ts'];
  await served.project.write({ 'workflows/steps.ts': steps.replace('visit()', '-visit()') });
  await expect.poll(served.run).toBeLessThan(0);
  expect(errors().filter((message) => message.includes('its steps fail'))).toHaveLength(1);
  await served.project.write({ 'workflows/refunds.ts': text });
  await expect.poll(() => refund().catch((error: unknown) => error)).toBeUndefined();
});

test('a framework is known to use the runner, so its steps never have modules of their own', async () => {
  const served = await serve(WAYS['the runner']!, { plugins: [{ name: 'react-router' }] });
  expect(await served.run()).toBe(1);
  expect(await served.visit()).toBe(2);
});
