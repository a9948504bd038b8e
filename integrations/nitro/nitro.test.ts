import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Nitro } from 'nitro/types';
import { describe, expect, test } from 'vitest';
import { workflow } from './nitro.ts';
import {
  bundlerConfigOf,
  handlerOf,
  makeProject,
  pluginNames,
  setUp,
} from '../../test/frameworks/nitro/module-project.ts';

const PREFIX = '/.well-known/workflow/v1';
const WORKFLOW = `export async function one() { 'use workflow'; return 1; }`;

const routes = ({ options }: Nitro): string[] => options.handlers.map(({ route }) => route);

/** The same instance as version 2 would show it. */
const asLegacy = (nitro: Nitro): Nitro => ({ ...nitro, routing: undefined }) as unknown as Nitro;

describe('routes', () => {
  test('are registered for every method', async () => {
    const expected = ['flow', 'step', 'webhook/:token', 'health', 'operations/:verb', 'manifest.json'];
    const { options } = await setUp({ dev: false });
    expect(options.handlers.map(({ route, method }) => [route, method])).toEqual(
      expected.map((path) => [`${PREFIX}/${path}`, undefined]),
    );
  });

  test('have virtual handlers: plain functions, or wrapped ones in Nitro 2', async () => {
    const current = await setUp({ dev: false });
    expect(current.options.virtual['#workflow/flow']).toContain('export default ({ req })');
    const legacy = await setUp({ dev: false, modules: [] });
    await workflow.setup(asLegacy(legacy));
    expect(legacy.options.virtual['#workflow/flow']).toContain('export default fromWebHandler(');
  });

  test('are registered once when the module is added twice', async () => {
    const nitro = await setUp({ dev: false, modules: [workflow, (nitro) => workflow.setup(nitro)] });
    expect(new Set(routes(nitro)).size).toBe(routes(nitro).length);
  });

  test('and the runtime are missing in a server that only prerenders pages', async () => {
    const nitro = await setUp({ preset: 'nitro-prerender' });
    expect(routes(nitro)).toEqual([]);
    expect(nitro.options.plugins).toEqual([]);
  });

  test.each([
    ['in the configuration', { handlers: [{ route: `${PREFIX}/step`, handler: './routes/step.ts' }] }, {}, 'handlers'],
    ['in a file', {}, { [`routes${PREFIX}/flow.post.ts`]: 'export default () => 1' }, 'routes/.well-known/workflow/v1'],
  ])('of the application in the same place are refused: %s', async (_, config, files, place) => {
    await expect(setUp(config, files)).rejects.toMatchObject({
      code: 'integration_route_taken',
      message: expect.stringContaining(place),
    });
  });
});

describe('the bundler of the application', () => {
  test.each([true, false])('gets the transform before all other plugins (development: %s)', async (dev) => {
    const names = pluginNames(await bundlerConfigOf(await setUp({ dev })));
    expect(names[0]).toBe('workflow');
    expect(names.at(-1)).toBe('of-the-user');
  });

  test('leaves the files of the build as they are', async () => {
    const nitro = await setUp({ dev: false }, { 'workflows/one.ts': WORKFLOW });
    const { plugins } = await bundlerConfigOf(nitro);
    const compile = (file: string): unknown =>
      handlerOf(plugins[0]!, 'transform').call({}, WORKFLOW, join(nitro.options.rootDir, file));
    expect(compile('workflows/one.ts')).toMatchObject({ code: expect.stringContaining('markWorkflow') });
    expect(compile('.nitro/workflow/steps.mjs')).toBeNull();
  });

  test('keeps the build and this package out of a development server', async () => {
    const nitro = await setUp({ dev: true });
    const { rootDir } = nitro.options;
    const { plugins } = await bundlerConfigOf(nitro);
    const plugin = plugins.find(({ name }) => name === 'workflow:keep-outside')!;
    const resolve = (id: string, found: string): unknown =>
      handlerOf(plugin, 'resolveId').call({ resolve: async () => ({ id: found }) }, id, join(rootDir, 'routes/a.ts'));
    const build = join(rootDir, '.nitro/workflow/steps.mjs');
    const external = { id: expect.stringMatching(/^file:/), external: true };
    expect(await resolve(build, build)).toEqual(external);
    expect(await resolve('../.nitro/workflow/steps.mjs', build)).toEqual(external);
    expect(await resolve('workflow/api', join(import.meta.dirname, '../../runtime/entries/api.ts'))).toEqual(external);
    expect(await resolve('./b.ts', join(rootDir, 'routes/b.ts'))).toBeNull();
  });
});

describe('options', () => {
  test.each([
    ['dirs', 'flows'],
    ['dirs', [1]],
    ['typescriptPlugin', 'yes'],
    ['runtime', 'newest'],
  ])('%s must not be %j', async (name, value) => {
    await expect(setUp({ workflow: { [name]: value } })).rejects.toMatchObject({
      code: 'integration_option_invalid',
      message: expect.stringContaining(`"workflow.${name}" must be`),
    });
  });

  test('that do not exist are refused with the list of known options', async () => {
    const given = { workflow: { dir: ['flows'] } } as object;
    await expect(setUp(given)).rejects.toMatchObject({
      code: 'integration_option_unknown',
      fix: expect.stringContaining('dirs, typescriptPlugin, runtime'),
    });
  });

  test('that name a missing folder are refused', async () => {
    await expect(setUp({ workflow: { dirs: ['flows'] } })).rejects.toMatchObject({
      code: 'integration_folder_missing',
    });
  });

  test('"dirs" defaults to the folder "workflows" of the root and of every layer', async () => {
    const files = { 'workflows/one.ts': WORKFLOW, 'layer/workflows/two.ts': WORKFLOW, 'other/three.ts': WORKFLOW };
    const rootDir = makeProject(files);
    const nitro = await setUp({ rootDir, dev: false, scanDirs: [join(rootDir, 'layer')] });
    await nitro.hooks.callHook('build:before', nitro);
    const { default: manifest } = (await import(join(rootDir, '.nitro/workflow/manifest.json'), {
      with: { type: 'json' },
    })) as { default: { workflows: object } };
    expect(Object.keys(manifest.workflows)).toEqual(['layer/workflows/two.ts', 'workflows/one.ts']);
  });

  test('"typescriptPlugin" adds the plugin once and keeps the other plugins', async () => {
    const tsConfig = { compilerOptions: { strict: true, plugins: [{ name: 'other' }] } };
    const added = await setUp({ workflow: { typescriptPlugin: true }, typescript: { tsConfig } });
    expect(added.options.typescript.tsConfig).toEqual({
      compilerOptions: { strict: true, plugins: [{ name: 'other' }, { name: 'workflow' }] },
    });
    const kept = await setUp({ workflow: { typescriptPlugin: true }, typescript: added.options.typescript });
    expect(kept.options.typescript.tsConfig).toEqual(added.options.typescript.tsConfig);
  });

  test('without "typescriptPlugin" the TypeScript settings stay as they are', async () => {
    const nitro = await setUp({ typescript: { tsConfig: { compilerOptions: { strict: true } } } });
    expect(nitro.options.typescript.tsConfig).toEqual({ compilerOptions: { strict: true } });
  });
});

test('two versions of Nitro cannot build one project', async () => {
  const nitro = await setUp({ dev: false });
  await nitro.hooks.callHook('build:before', nitro);
  const other = await setUp({ dev: false, rootDir: nitro.options.rootDir, buildDir: '.other', modules: [] });
  mkdirSync(join(nitro.options.rootDir, 'workflows'));
  await workflow.setup(asLegacy(other));
  await expect(other.hooks.callHook('build:before', other)).rejects.toMatchObject({ code: 'integration_engine_twice' });
});
