import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { AstroConfig, ConfigSetup } from './astro-interface.ts';
import { workflow } from './astro.ts';
import { readProject } from './options.ts';

const PREFIX = '/.well-known/workflow/v1';

/** The configuration of an empty project. */
function createConfig(fields: Partial<AstroConfig> = {}): AstroConfig {
  const rootDir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-astro-')));
  onTestFinished(() => rmSync(rootDir, { recursive: true, force: true }));
  const root = pathToFileURL(`${rootDir}/`);
  return {
    root,
    srcDir: new URL('src/', root),
    cacheDir: new URL('node_modules/.astro/', root),
    base: '/',
    trailingSlash: 'ignore',
    vite: {},
    ...fields,
  };
}

/** Sets the integration up. @returns The routes that Astro is told of. */
function setUp(command: ConfigSetup['command']): Parameters<ConfigSetup['injectRoute']>[0][] {
  const routes: Parameters<ConfigSetup['injectRoute']>[0][] = [];
  workflow().hooks['astro:config:setup']({
    config: createConfig(),
    command,
    updateConfig: () => undefined,
    injectRoute: (route) => routes.push(route),
  });
  return routes;
}

const patterns = (command: ConfigSetup['command']): string[] => setUp(command).map(({ pattern }) => pattern);

test('Astro renders the routes on demand', () => {
  const all = ['flow', 'step', 'webhook/[token]', 'operations/[verb]', 'health', 'manifest.json'];
  expect(setUp('build').every(({ prerender }) => !prerender)).toBe(true);
  for (const command of ['build', 'dev'] as const) {
    expect(patterns(command)).toEqual(all.map((path) => `${PREFIX}/${path}`));
  }
});

test('workflows are found in the root and in the source directory', () => {
  const config = createConfig();
  const { rootDir, dirs } = readProject(config, {});
  expect(dirs).toEqual([join(rootDir, 'workflows'), join(rootDir, 'src/workflows')]);
  const { dirs: inRoot } = readProject({ ...config, srcDir: config.root }, {});
  expect(inRoot).toEqual([join(rootDir, 'workflows')]);
});

test('"dirs" are relative to the root', () => {
  const config = createConfig();
  const { rootDir } = readProject(config, {});
  mkdirSync(join(rootDir, 'flows'));
  expect(readProject(config, { dirs: ['./flows'] }).dirs).toEqual([join(rootDir, 'flows')]);
  expect(() => readProject(config, { dirs: ['flow'] })).toThrow(/The option "dirs" names the folder "flow"/);
});

test.each([{ replaced: { '~': '/shared' } }, { replaced: [{ find: '~', replacement: '/shared' }] }])(
  'aliases of Vite work, written as $replaced',
  ({ replaced }) => {
    const config = createConfig({ vite: { resolve: { alias: replaced } } });
    expect(readProject(config, {}).alias).toEqual({ '~': '/shared' });
  },
);

test.each([
  [{ dirs: 'flows' }, 'integration_option_invalid'],
  [{ dirs: [1] }, 'integration_option_invalid'],
  [{ folders: [] }, 'integration_option_unknown'],
])('the options %j are refused', (options, code) => {
  expect(() => workflow(options as object)).toThrow(expect.objectContaining({ code }));
});
