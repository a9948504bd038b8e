import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNitro } from 'nitro/builder';
import type { Nitro, NitroConfig } from 'nitro/types';
import { expect, onTestFinished, test, vi } from 'vitest';
import { workflow } from '../../src/integrations/nitro/nitro.ts';

/** Sets the module up in an empty project. */
async function setUp(config: NitroConfig): Promise<Nitro> {
  const rootDir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-options-')));
  onTestFinished(() => rmSync(rootDir, { recursive: true, force: true }));
  mkdirSync(join(rootDir, 'routes'));
  const nitro = await createNitro({ rootDir, serverDir: './', logLevel: 0, modules: [workflow], ...config });
  onTestFinished(() => nitro.close());
  return nitro;
}

const routes = ({ options }: Nitro): string[] => options.handlers.map(({ route }) => route);
const PREFIX = '/.well-known/workflow/v1';

test('the routes are registered for every method, the manifest only where it is public', async () => {
  const expected = [`${PREFIX}/flow`, `${PREFIX}/step`, `${PREFIX}/webhook/:token`];
  expect(routes(await setUp({ dev: false }))).toEqual(expected);
  vi.stubEnv('WORKFLOW_PUBLIC_MANIFEST', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { options } = await setUp({ dev: false });
  expect(options.handlers.map(({ route, method }) => [route, method])).toEqual(
    [...expected, `${PREFIX}/manifest.json`].map((route) => [route, undefined]),
  );
});

test('adding the module twice is the same as adding it once', async () => {
  const nitro = await setUp({ dev: false, modules: [workflow, (nitro) => workflow.setup(nitro)] });
  expect(new Set(routes(nitro)).size).toBe(routes(nitro).length);
});

test('a server that only renders pages at build time gets neither routes nor runtime', async () => {
  const nitro = await setUp({ preset: 'nitro-prerender' });
  expect(routes(nitro)).toEqual([]);
  expect(nitro.options.plugins).toEqual([]);
});

test('"typescriptPlugin" adds the plugin once, and leaves what is there', async () => {
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

test.each([
  ['dirs', 'flows'],
  ['dirs', [1]],
  ['typescriptPlugin', 'yes'],
  ['runtime', 'newest'],
])('the option %s must not be %j', async (name, value) => {
  await expect(setUp({ workflow: { [name]: value } })).rejects.toMatchObject({
    code: 'integration_option_invalid',
    message: expect.stringContaining(`"workflow.${name}" must be`),
  });
});
