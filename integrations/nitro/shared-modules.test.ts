/** In a development server steps run in the modules of the application's bundle. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type RolldownPluginOption } from 'rolldown';
import { type InputPluginOption, rollup, type RollupCache } from 'rollup';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createBuilder } from '../../compiler/build/builder.ts';
import { applicationView } from '../../compiler/plugin/application-plugin.ts';
import type { StepsModule } from '../../runtime/contract/build.ts';
import { createTempProject, type TempProject } from '../../test/compiler-build/temp-project.ts';
import { leaveRuntime } from '../../test/runtime/process-runtime.ts';
import { BuildFollower } from '../shared/build-follower.ts';
import { type BundledModules, evaluateModule } from '../shared/evaluate-module.ts';
import { SHARED_MODULES, SharedModules } from './shared-modules.ts';

const REGISTERED = 'workflow-test.registered';
/** Code that a process may load once, like a client of a metrics system or a model of a database. */
const once = (name: string): string => `const all = (globalThis[Symbol.for('${REGISTERED}')] ??= new Set());
if (all.has('${name}')) throw new Error('${name} is already registered');
all.add('${name}');
`;
const METRICS = 'export let count = 0;\nexport const add = () => (count += 1);\n';
const FILES = {
  'lib/orders.js': once('orders') + METRICS,
  'lib/mails.js': once('mails') + METRICS,
  'workflows/order.js': `import { add } from '../lib/orders.js';
let calls = 0;
export const called = () => calls;
export async function order() { 'use workflow'; return await charge(); }
export async function charge() { 'use step'; calls += 1; return add(); }`,
  // The application does not import it.
  'workflows/mail.js': `import { add } from '../lib/orders.js';
import { add as addMail } from '../lib/mails.js';
export async function mail() { 'use workflow'; return await send(); }
export async function send() { 'use step'; return [add(), addMail()]; }`,
  'app.js': `import { bundled } from '${SHARED_MODULES}';
export { bundled };
export { add, count } from './lib/orders.js';
export { called, order } from './workflows/order.js';`,
};

interface App {
  bundled: BundledModules;
  count: number;
  add(): number;
  called(): number;
}

type Bundle = (input: string, file: string, plugins: readonly unknown[]) => Promise<void>;
const external = /^workflow\//;
let cache: RollupCache | undefined;

const BUNDLERS: Record<string, Bundle> = {
  async Rolldown(input, file, plugins) {
    const build = await rolldown({ input, external, plugins: plugins as RolldownPluginOption[] });
    await build.write({ file, codeSplitting: false });
  },
  async Rollup(input, file, plugins) {
    const build = await rollup({
      input,
      external,
      plugins: [plugins as InputPluginOption[], LOADS_IMPORTS],
      ...(cache && { cache }),
    });
    cache = build.cache;
    await build.write({ file, inlineDynamicImports: true });
  },
};

/** Does with modules in the cache what the plugin for CommonJS does. */
const LOADS_IMPORTS: InputPluginOption = {
  name: 'loads-imports',
  async shouldTransformCachedModule({ resolvedSources }) {
    const own = Object.values(resolvedSources).filter(({ external }) => !external);
    await Promise.all(own.map((resolved) => this.load(resolved)));
    return false;
  },
};

const forgetRegistered = (): void => void delete (globalThis as Record<symbol, unknown>)[Symbol.for(REGISTERED)];

/** A server that can be started again and again, in this process. */
async function develop(name: string) {
  cache = undefined;
  onTestFinished(forgetRegistered);
  const project = await createTempProject(FILES);
  const outDir = join(project.dir, '.nitro/workflow');
  const shared = new SharedModules();
  const { stateOf } = shared;
  const builder = createBuilder({ rootDir: project.dir, outDir, loadsSources: true, isBundled: true, stateOf });
  const build = async (): Promise<void> => void (await builder.build());
  await build();
  const view = applicationView[name === 'Rollup' ? 'rollup' : 'rolldown']({
    rootDir: project.dir,
    outDir,
    runsSteps: () => true,
  });
  const plugins = [view, ...shared.plugins(build)];
  let starts = 0;
  return {
    project,
    outDir,
    shared,
    build,
    async start(): Promise<App> {
      starts += 1;
      forgetRegistered();
      const file = join(project.dir, `dist/server-${starts}.mjs`);
      await BUNDLERS[name]!(join(project.dir, 'app.js'), file, plugins);
      return (await import(pathToFileURL(file).href)) as App;
    },
    /** Runs the steps of the build on disk as the server does. */
    async run({ bundled }: App): Promise<unknown[]> {
      const { loadSteps } = (await evaluateModule(join(outDir, 'steps.mjs'), bundled)) as unknown as StepsModule;
      const steps = await loadSteps({ refuses: () => true });
      const call = (step: string) => (steps.get(`step//./workflows/${step}`) as { fn(): unknown }).fn();
      return [await call('order//charge'), await call('mail//send')];
    },
  };
}

const edit = async (project: TempProject, file: string, from: string, to: string): Promise<void> =>
  await project.write({ [file]: (await project.read(file)).replace(from, to) });

describe.each(Object.keys(BUNDLERS))('with %s', (name) => {
  test('steps have the modules of the application, whether it has their own file or not', async () => {
    const server = await develop(name);
    const app = await server.start();
    app.add();
    expect(await server.run(app)).toEqual([2, [3, 1]]);
    expect([app.count, app.called()]).toEqual([3, 1]);
    // Modules that only steps use stay outside of the bundle.
    expect([...app.bundled.keys()].map((path) => path.slice(server.project.dir.length))).toEqual([
      '/lib/orders.js',
      '/workflows/order.js',
    ]);
  });

  test('the next server has the edits of each side and of what both import', async () => {
    const server = await develop(name);
    await server.run(await server.start());
    await edit(server.project, 'lib/orders.js', '(count += 1)', '(count += 10)');
    await edit(server.project, 'app.js', 'export { bundled };', 'export { bundled }; export const edition = 2;');
    const app = await server.start();
    expect(await server.run(app)).toEqual([10, [20, 1]]);
    expect(app).toMatchObject({ edition: 2, count: 20 });
  });

  test('steps of a file that the application no longer imports have the rest of its modules', async () => {
    const server = await develop(name);
    await server.run(await server.start());
    await edit(server.project, 'app.js', `export { called, order } from './workflows/order.js';`, '');
    const app = await server.start();
    expect(await server.run(app)).toEqual([1, [2, 1]]);
    expect(app.count).toBe(2);
  });

  test('an edited step runs at once, in a copy of its file, and in the application again after its restart', async () => {
    const server = await develop(name);
    const app = await server.start();
    await edit(server.project, 'workflows/order.js', 'return add();', 'return -add();');
    await server.build();
    expect(await server.run(app)).toEqual([-1, [2, 1]]);
    expect([app.count, app.called()]).toEqual([2, 0]);
    const next = await server.start();
    expect(await server.run(next)).toEqual([-1, [2, 1]]);
    expect(next.called()).toBe(1);
  });

  test('an edit inside a workflow, or of what both import, makes no copy', async () => {
    const server = await develop(name);
    const app = await server.start();
    await edit(server.project, 'workflows/order.js', 'return await charge()', 'return -(await charge())');
    await edit(server.project, 'lib/orders.js', '(count += 1)', '(count += 10)');
    await server.build();
    expect(await server.run(app)).toEqual([1, [2, 1]]);
    expect(app.called()).toBe(1);
  });

  test('the bundle is behind when a step uses one more of its modules, and stale when it was edited meanwhile', async () => {
    const server = await develop(name);
    await server.project.write({ 'lib/rates.js': 'export const rate = 2;' });
    await edit(server.project, 'app.js', 'export { bundled };', `export { bundled }; export * from './lib/rates.js';`);
    await server.start();
    expect([server.shared.isBehind, server.shared.isStale]).toEqual([false, false]);
    await edit(server.project, 'workflows/mail.js', 'import', `import { rate } from '../lib/rates.js';\nimport`);
    await edit(server.project, 'workflows/mail.js', 'addMail()]', 'addMail() * rate]');
    await server.build();
    expect(server.shared.isBehind).toBe(true);
    const app = await server.start();
    expect([...app.bundled.keys()]).toContain(server.project.path('lib/rates.js'));
    expect([server.shared.isBehind, server.shared.isStale]).toEqual([false, false]);
    await utimes(server.project.path('lib/rates.js'), 1, 1);
    expect(server.shared.isStale).toBe(true);
  });
});

test('a module of the application that throws fails the steps that use it, and no others', async () => {
  const server = await develop('Rolldown');
  const app = await server.start();
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined);
  onTestFinished(() => said.mockRestore());
  const [orders] = app.bundled.keys();
  const broken = new Map([...app.bundled, [orders!, () => Promise.reject(new Error('no database'))]]);
  await expect(server.run({ ...app, bundled: broken })).rejects.toThrow('no database');
  expect(app.called()).toBe(1);
});

describe('the log of a server', () => {
  vi.stubEnv('WORKFLOW_WORLD', 'memory');
  // Other files are run by the same process, and the runtime reads its settings once.
  afterAll(async () => {
    vi.unstubAllEnvs();
    await leaveRuntime();
  });

  /** Both files with steps hold what a process may load once. */
  async function follow() {
    const server = await develop('Rolldown');
    for (const file of ['workflows/order.js', 'workflows/mail.js'])
      await edit(server.project, file, 'import', `${once(file)}import`);
    const { bundled } = await server.start();
    const importSteps = (path: string) => evaluateModule(path, bundled);
    const follower = new BuildFollower(server.outDir, { importSteps, isReplaced: true });
    onTestFinished(() => follower.close());
    await follower.start();
    const said = vi.spyOn(console, 'error').mockReturnValue(undefined);
    onTestFinished(() => said.mockRestore());
    return {
      server,
      follower,
      said,
      async edit(file: string, from: string, to: string): Promise<void> {
        await edit(server.project, file, from, to);
        await server.build();
        await follower.refresh();
      },
    };
  }

  test('says why edited steps cannot be loaded', async () => {
    const { edit, said } = await follow();
    await edit('workflows/mail.js', 'return [add(),', 'return [-add(),');
    expect(said.mock.calls.map(String)).toEqual([expect.stringContaining('is already registered')]);
  });

  test('says nothing of a build that is for the next server', async () => {
    const { server, follower, edit, said } = await follow();
    await edit('workflows/order.js', 'return add();', 'return -add();');
    await server.project.write({ 'app.js': `${await server.project.read('app.js')}import './lib/mails.js';` });
    await server.start();
    await follower.refresh();
    expect(said.mock.calls).toEqual([]);
  });
});
