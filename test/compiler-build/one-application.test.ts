/** Servers that are bundled: their steps run in the modules of the bundle. */
import { beforeEach, describe, expect, test } from 'vitest';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { createBuilder } from '../../compiler/build/builder.ts';
import { workflow } from '../../compiler/entries/esbuild.ts';
import { bundlerPlugin } from '../../compiler/plugin/application-plugin.ts';
import { hosts as everyHost } from './hosts.ts';
import { createTempProject, type TempProject } from './temp-project.ts';

/** The plugin for Vite builds as well. */
const hosts = everyHost.filter(({ name }) => name !== 'Vite');

/** Like a metric or a model of a database, it may be loaded once in a process. */
const METRICS = `const registry = ((globalThis as any).registry ??= new Set());
if (registry.has('orders')) throw new Error('orders is already registered');
registry.add('orders');
let orders = 0;
export const count = (): number => ++orders;
export class Order {
  #id = 0;
  static has(value: object): boolean { return #id in value; }
}
`;
const flow = (name: string, body: string, head = ''): string => `${head}
export async function ${name}(): Promise<unknown> {
  'use workflow';
  return await act();
}
async function act(): Promise<unknown> {
  'use step';
  ${body}
}
`;
const COUNT = `import { count, Order } from '../lib/metrics.ts';`;
const FILES = {
  'lib/metrics.ts': METRICS,
  'workflows/by-id.ts': flow('byId', 'return count();', COUNT),
  'workflows/rates.json': '{"eur":7}',
  'workflows/imported.ts': flow(
    'imported',
    `const rates = readFileSync(new URL('./rates.json', import.meta.url), 'utf8');
  return [count(), Order.has((globalThis as any).order), JSON.parse(rates).eur];`,
    `${COUNT} import { readFileSync } from 'node:fs';`,
  ),
  'workflows/failing.ts': flow('failing', `throw Object.assign(new Error('no'), { fatal: true });`),
  'workflows/broken.ts': flow('broken', 'return 1;', `if ((globalThis as any).order) throw new Error('no licence');`),
  'app.ts': `import { start } from 'workflow/api';
import { createHandler } from 'workflow/server';
import { count, Order } from './lib/metrics.ts';
import { imported } from './workflows/imported.ts';
Object.assign(globalThis, { order: new Order() });
count();
const handler = createHandler({ skipBuild: true });
await handler.ready;
const result = async (workflow: any): Promise<unknown> => {
  const { returnValue } = await start(workflow, []);
  return await returnValue.catch(({ cause }: any) => cause.code ?? /failing[^)]*/.exec(cause.stack)?.[0]);
};
const byId = (name: string) => ({ workflowId: 'workflow//./workflows/' + name });
console.log(JSON.stringify([await result(imported), await result(byId('by-id//byId')), await result(byId('broken//broken')), await result(byId('failing//failing')), count(), (globalThis as any).warned]));
await handler.close();
`,
};

/** Of the error, although no setting asks for source maps. */
const PLACE = 'failing.ts:8:23';
const RUN = `process.env.WORKFLOW_WORLD = 'memory';
globalThis.warned = [];
console.warn = (text) => text.includes('step bundle') && warned.push(text);
console.info = (text) => text.includes('copies') && warned.push(text);
await import('./dist/app.mjs');`;

let project: TempProject;
const buildSteps = (): Promise<unknown> =>
  createBuilder({ rootDir: project.dir, outDir: '.workflow', loadsSources: true }).build();

beforeEach(async () => {
  project = await createTempProject(FILES);
});

describe.each(hosts)('a server that is bundled with $name', (host) => {
  const bundle = (): Promise<void> =>
    host.build({
      rootDir: project.dir,
      entry: project.path('app.ts'),
      output: project.path('dist/app.mjs'),
      sourcemap: false,
    });
  test('runs steps in its own modules, also of files that it does not import', async () => {
    // As many applications say of themselves, although it is meant for libraries.
    await project.write({ 'package.json': '{ "type": "module", "sideEffects": false }' });
    await buildSteps();
    await bundle();
    expect(await project.run(RUN)).toEqual([[2, true, 7], 3, 'step_module_broken', PLACE, 4, []]);
  });
});

describe('a server that is bundled with esbuild', () => {
  const bundle = (
    platform: 'node' | 'browser' = 'node',
    packages: 'bundle' | 'external' = 'bundle',
    external = ['workflow'],
  ) =>
    esbuild({
      entryPoints: [project.path(platform === 'node' ? 'app.ts' : 'page.ts')],
      outfile: project.path('dist/app.mjs'),
      absWorkingDir: project.dir,
      bundle: true,
      platform,
      format: 'esm',
      external,
      packages,
      sourcemap: true,
      plugins: [workflow({ rootDir: project.dir })],
    });

  const bundleForBrowsers = () =>
    vite({
      root: project.dir,
      configFile: false,
      logLevel: 'silent',
      plugins: [bundlerPlugin.vite()],
      build: { rolldownOptions: { input: project.path('page.ts'), output: { entryFileNames: 'app.mjs' } } },
    });

  test('runs all steps in the step bundle where it was bundled without their build, and names what is there twice', async () => {
    await project.write({ 'lib/metrics.ts': METRICS.replace(/^if.*/m, '') });
    await bundle();
    await buildSteps();
    expect(await project.run(RUN)).toEqual([
      [1, false, 7],
      2,
      'step_module_broken',
      PLACE,
      2,
      [
        expect.stringContaining('was bundled without this build of the workflows'),
        expect.stringContaining('is there twice, with two states:\n  lib/metrics.ts\n  See'),
      ],
    ]);
  });

  test('takes packages with steps along, where all packages are left outside', async () => {
    await project.write({
      'node_modules/counters/package.json': '{ "name": "counters", "type": "module", "exports": "./index.js" }',
      'node_modules/counters/index.js': `import { count } from './state.js';
export { count };
export async function counted() { 'use step'; return count(); }
`,
      'node_modules/counters/state.js': 'let calls = 0;\nexport const count = () => ++calls;\n',
      'workflows/by-id.ts': `import { counted } from 'counters';
export async function byId() { 'use workflow'; return await counted(); }
`,
      'app.ts': `import { count } from 'counters';
import { start } from 'workflow/api';
import { createHandler } from 'workflow/server';
import { byId } from './workflows/by-id.ts';
const handler = createHandler({ skipBuild: true });
await handler.ready;
console.log(JSON.stringify([count(), await (await start(byId, [])).returnValue, count()]));
await handler.close();
`,
    });
    await buildSteps();
    await bundle('node', 'external');
    expect(await project.run(RUN)).toEqual([1, 2, 3]);
  });

  test.each(['esbuild', 'Vite'])(
    'leaves the form of a package for browsers to %s in code for browsers',
    async (name) => {
      await project.write({
        'node_modules/counters/package.json':
          '{ "name": "counters", "type": "module", "exports": { "browser": "./page.js", "default": "./index.js" } }',
        'node_modules/counters/index.js': `export async function counted() { 'use step'; return 'in Node'; }\n`,
        'node_modules/counters/page.js': `export const counted = () => 'in a browser';\n`,
        'workflows/by-id.ts': `import { counted } from 'counters';
export async function byId() { 'use workflow'; return await counted(); }
`,
        'page.ts': `import { counted } from 'counters'; console.log(counted());`,
      });
      await buildSteps();
      if (name === 'esbuild') await bundle('browser');
      else await bundleForBrowsers();
      expect(await project.read('dist/app.mjs')).toContain('in a browser');
    },
  );

  test('keeps the places of a server file, also of one that begins with a hashbang and holds a step', async () => {
    await project.write({
      'app.ts': `#!/usr/bin/env node
import { createHandler } from 'workflow/server';
async function own(): Promise<void> {
  'use step';
}
try {
  null!.port;
} catch (error: any) {
  console.log(JSON.stringify([typeof createHandler, (own as any).stepId, /app.ts[:\\d]+/.exec(error.stack)![0]]));
}
`,
    });
    await buildSteps();
    await bundle();
    const shown = await project.run(`process.setSourceMapsEnabled(true); await import('./dist/app.mjs')`);
    expect(shown).toEqual(['function', 'step//./app//own', 'app.ts:7:9']);
  });

  test('holds no step and no registry where it is for browsers', async () => {
    await buildSteps();
    await project.write({ 'page.ts': `import { byId } from './workflows/by-id.ts'; console.log(byId);` });
    await bundle('browser');
    const code = await project.read('dist/app.mjs');
    expect(code).toContain('workflow//./workflows/by-id//byId');
    expect(code).not.toContain('registerStep');
  });

  test('gives pages what files with workflows share with them, without the runtime', async () => {
    await project.write({
      'workflows/shared.ts': `import { defineHook, FatalError, sleep } from 'workflow';
export const LIMIT = 7;
export const approval = defineHook<{ isFine: boolean }>();
export class Refused extends FatalError {}
export async function patient() { 'use workflow'; await sleep('1s'); await checked(); }
export async function checked() { 'use step'; throw new Refused('no'); }
`,
      'page.ts': `import { LIMIT, Refused, approval, patient } from './workflows/shared.ts';
const codeOf = (call) => Promise.resolve().then(call).catch((error) => error.code);
console.log(JSON.stringify([LIMIT, new Refused('no').fatal, patient.workflowId,
  await codeOf(() => patient()), await codeOf(() => approval.resume('token', { isFine: true }))]));
`,
    });
    await bundle('browser', 'bundle', []);
    expect(await project.run(RUN)).toEqual([
      7,
      true,
      'workflow//./workflows/shared//patient',
      'context_in_browser',
      'context_in_browser',
    ]);
    expect((await project.read('dist/app.mjs')).length).toBeLessThan(15_000);
  });
});
