import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withWorkflow, type WorkflowNextOptions } from './next.ts';
import type { NextConfig } from './next-config.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const BUILD = 'phase-production-build';
const SERVER = 'phase-production-server';
const ROUTE_DIR = '.well-known/workflow/v1/[...path]';
const GREETING = `export async function greet() { 'use workflow'; return await salute(); }
async function salute() { 'use step'; return 'Hello'; }
`;

/** A project of these files, as its working directory. @returns Its path. */
function project(files: Record<string, string> = { 'app/page.js': '', 'workflows/greeting.ts': GREETING }): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-next-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
  }
  if (!existsSync(join(dir, 'node_modules/workflow'))) {
    mkdirSync(join(dir, 'node_modules'), { recursive: true });
    symlinkSync(PACKAGE, join(dir, 'node_modules/workflow'));
  }
  vi.spyOn(process, 'cwd').mockReturnValue(dir);
  onTestFinished(() => void vi.restoreAllMocks());
  // A build notes in the environment who builds.
  vi.stubEnv('__WORKFLOW_NEXT_BUILDER', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const listeners = process.rawListeners('exit');
  onTestFinished(() => leaveListeners(listeners));
  return dir;
}

/** A build cleans up at the end of its process, and this one goes on. @param before Who listened before the build. */
function leaveListeners(before: readonly unknown[]): void {
  for (const one of process.rawListeners('exit')) if (!before.includes(one)) process.off('exit', one as () => void);
}

/** The configuration that Next reads. */
async function read(config: NextConfig = {}, options: WorkflowNextOptions = {}, phase = BUILD): Promise<NextConfig> {
  return await withWorkflow(config, options)(phase, { defaultConfig: {} });
}

test('a build writes the route and the workflows to folders that git ignores', async () => {
  const dir = project();
  await read();
  expect(readFileSync(join(dir, 'app', ROUTE_DIR, 'route.js'), 'utf8')).toContain('answer as DELETE');
  expect(readFileSync(join(dir, '.workflow/steps.mjs'), 'utf8')).toContain('step//./workflows/greeting//salute');
  expect(readFileSync(join(dir, '.workflow/boot.mjs'), 'utf8')).toContain('workflow//./workflows/greeting//greet');
  for (const folder of ['app/.well-known/workflow', '.workflow']) {
    expect(readFileSync(join(dir, folder, '.gitignore'), 'utf8')).toBe('*\n');
  }
});

test('workflows are found in all code folders of Next, and not in packages', async () => {
  const dir = project({
    'src/app/orders/actions.ts': GREETING,
    'lib/billing/monthly.ts': GREETING,
    'node_modules/other/index.ts': GREETING,
  });
  await read();
  const { workflows } = JSON.parse(readFileSync(join(dir, '.workflow/manifest.json'), 'utf8')) as { workflows: object };
  expect(Object.keys(workflows).toSorted()).toEqual(['lib/billing/monthly.ts', 'src/app/orders/actions.ts']);
});

test.each([
  { files: ['app/page.js'], appDir: 'app' },
  { files: ['src/app/page.js'], appDir: 'src/app' },
  { files: ['pages/index.js'], appDir: 'app' },
  { files: ['src/pages/index.js'], appDir: 'src/app' },
])('a project with $files gets its route in $appDir', async ({ files, appDir }) => {
  const dir = project(Object.fromEntries(files.map((file) => [file, ''])));
  await read();
  expect(existsSync(join(dir, appDir, ROUTE_DIR, 'route.js'))).toBe(true);
});

test.each([
  { pageExtensions: ['tsx', 'ts', 'mdx'], files: {}, route: 'route.ts' },
  { pageExtensions: ['tsx', 'ts', 'jsx', 'js'], files: { 'tsconfig.json': '{}' }, route: 'route.ts' },
  { pageExtensions: ['page.tsx', 'page.jsx'], files: {}, route: 'route.page.jsx' },
])(
  'with the extensions $pageExtensions the route is $route, and the route of an earlier build is removed',
  async (expected) => {
    const dir = project({ 'app/page.js': '', ...expected.files, [`app/${ROUTE_DIR}/route.old.js`]: '' });
    await read({ pageExtensions: expected.pageExtensions });
    expect(existsSync(join(dir, 'app', ROUTE_DIR, expected.route))).toBe(true);
    expect(existsSync(join(dir, 'app', ROUTE_DIR, 'route.old.js'))).toBe(false);
  },
);

const ENTRIES = {
  components: 'app/.well-known/workflow/components/page.js',
  api: 'pages/api/.well-known/workflow/steps.js',
  pages: 'pages/.well-known/workflow/pages.js',
};

test('a file with steps runs in the layer that leads to it, and a file that none leads to runs where its imports are', async () => {
  const step = (name: string) => `export async function ${name}() { 'use step'; }`;
  const dir = project({
    'app/layout.js': '',
    'app/orders/route.js': `import '../../lib/both.js'; import '../../workflows/of-route.js';`,
    'app/page.js': `import { act } from './actions.js';`,
    'app/actions.js': `'use server'; import '../lib/both.js'; import '../workflows/of-page.js';`,
    'pages/api/old.js': `import '../../lib/of-api.js';`,
    'pages/index.js': `export const getServerSideProps = () => import('../workflows/of-pages.js');`,
    'lib/both.js': step('both'),
    'lib/of-api.js': '',
    'workflows/of-route.js': step('ofRoute'),
    'workflows/of-page.js': step('ofPage'),
    'workflows/of-pages.js': step('ofPages'),
    'workflows/beside-api.js': `import '../lib/of-api.js'; ${step('besideApi')}`,
    'workflows/of-nobody.js': step('ofNobody'),
  });
  await read();
  const listed = (layer: string) =>
    Array.from(
      readFileSync(join(dir, `.workflow/layers/${layer}.mjs`), 'utf8').matchAll(/file: "([^"]*)"/g),
      ([, file]) => file,
    );
  expect(Object.fromEntries(['routes', 'components', 'api', 'pages'].map((layer) => [layer, listed(layer)]))).toEqual({
    routes: ['lib/both.js', 'workflows/of-nobody.js', 'workflows/of-route.js'],
    components: ['workflows/of-page.js'],
    api: ['workflows/beside-api.js'],
    pages: ['workflows/of-pages.js'],
  });
  for (const entry of Object.values(ENTRIES)) expect(existsSync(join(dir, entry))).toBe(true);
});

test('entries of layers are removed by the first build that needs them no more', async () => {
  const dir = project({ 'app/page.js': `import '../workflows/greeting.ts';`, 'workflows/greeting.ts': GREETING });
  await read();
  // Above this page is no layout of the user's, and Next wants one.
  for (const file of [ENTRIES.components, 'app/.well-known/workflow/components/layout.js'])
    expect(existsSync(join(dir, file))).toBe(true);
  // The route imports it.
  expect(readFileSync(join(dir, '.workflow/layers/routes.mjs'), 'utf8')).toContain('files: [\n]');
  const next = project({ 'app/page.js': '', 'workflows/greeting.ts': GREETING, [ENTRIES.components]: '' });
  await read();
  expect(existsSync(join(next, ENTRIES.components))).toBe(false);
});

test("both bundlers get the loader and keep the user's configuration", async () => {
  project();
  const ownRule = { loaders: ['own-loader'] };
  const rules = { '*.svg': ownRule, '*.{ts,tsx,js,jsx,mjs,cjs,mts,cts}': ownRule };
  const webpack = vi.fn((config: { module: { rules: object[] } }) => ({ ...config, name: 'mine' }));
  const config = await read({ turbopack: { rules }, webpack, serverExternalPackages: ['sharp'] });
  expect(config.turbopack!.rules!['*.svg']).toBe(ownRule);
  expect(config.turbopack!.rules!['*.{ts,tsx,js,jsx,mjs,cjs,mts,cts}']).toEqual([
    ownRule,
    expect.objectContaining({
      loaders: [expect.objectContaining({ options: expect.objectContaining({ target: 'node' }) })],
    }),
    expect.objectContaining({
      loaders: [expect.objectContaining({ options: expect.objectContaining({ target: 'other' }) })],
    }),
  ]);
  expect(config.serverExternalPackages).toEqual(['sharp', 'workflow']);
  // Turbopack keeps results between builds: a newer version of this package must not get those of an older one.
  expect(JSON.stringify(config.turbopack)).toContain('"version":"');
  const webpackConfig = config.webpack!({ module: { rules: [] } }, {});
  expect(webpackConfig).toMatchObject({ name: 'mine', module: { rules: [{ enforce: 'pre' }] } });
});

test('the configuration may be a function, also an async one', async () => {
  project();
  const configure = async (phase: string) => ({ basePath: `/${phase}` });
  expect(await withWorkflow(configure)(BUILD, { defaultConfig: { basePath: '' } })).toMatchObject({
    basePath: `/${BUILD}`,
    serverExternalPackages: ['workflow'],
  });
});

test('a production server changes nothing in the project', async () => {
  const dir = project({});
  const config = { basePath: '/v2' };
  expect(await read(config, { dirs: ['workflows'] }, SERVER)).toBe(config);
  expect(existsSync(join(dir, '.workflow'))).toBe(false);
});

test("workers of a build and Next's telemetry process build nothing again", async () => {
  const dir = project();
  vi.stubEnv('__WORKFLOW_NEXT_BUILDER', '1');
  expect(await read()).toMatchObject({ serverExternalPackages: ['workflow'] });
  vi.unstubAllEnvs();
  const { argv } = process;
  onTestFinished(() => void (process.argv = argv));
  process.argv = [argv[0]!, '/node_modules/next/dist/telemetry/detached-flush.js', 'dev', dir];
  await read({}, {}, 'phase-development-server');
  expect(existsSync(join(dir, '.workflow'))).toBe(false);
});

test('a project without "instrumentation" gets a temporary one for the build, and an existing one stays unchanged', async () => {
  const lent = project();
  await read();
  expect(readFileSync(join(lent, 'instrumentation.js'), 'utf8')).toContain('export function register() {}');
  const own = project({ 'src/app/page.tsx': '', 'src/instrumentation.ts': 'export const own = true;' });
  await read();
  expect(readFileSync(join(own, 'src/instrumentation.ts'), 'utf8')).toBe('export const own = true;');
  expect(existsSync(join(own, 'src/instrumentation.js'))).toBe(false);
});

test('a temporary "instrumentation" of a killed build is removed', async () => {
  const lent = project();
  await read();
  const leftOver = readFileSync(join(lent, 'instrumentation.js'), 'utf8');
  const dir = project({ 'app/page.js': '', 'tsconfig.json': '{}', 'instrumentation.js': leftOver });
  await read();
  expect(existsSync(join(dir, 'instrumentation.js'))).toBe(false);
  expect(readFileSync(join(dir, 'instrumentation.ts'), 'utf8')).toBe(leftOver);
});

test.each([
  { config: { basePath: '/v2', trailingSlash: true }, warnings: 1 },
  { config: { basePath: '/v2', trailingSlash: true, skipTrailingSlashRedirect: true }, warnings: 0 },
  { config: { trailingSlash: true }, warnings: 0 },
])('$config gets $warnings warnings about redirected webhooks', async (expected) => {
  project();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  await read(expected.config);
  expect(warn.mock.calls.filter(([text]) => String(text).includes('[integration_next_slash]'))).toHaveLength(
    expected.warnings,
  );
});

test('a file that does not compile ends the build with its place', async () => {
  project({ 'app/page.js': '', 'workflows/broken.ts': `export function broken() { 'use workflow'; }` });
  await expect(read()).rejects.toThrow(/workflows\/broken\.ts:1:8: .*\[compile_function_sync\]/s);
});

test.each([
  [null, {}, '"nextConfig" must be an object or a function, but is null'],
  ['config', {}, '"nextConfig" must be'],
  [{}, 'dirs', '"options" must be an object'],
  [{}, { dirs: 'workflows' }, '"dirs" must be a list of folders'],
  [{}, { outDir: 1 }, '"outDir" must be a path'],
  [{}, { dir: ['workflows'] }, 'There is no option "dir".'],
])('withWorkflow(%j, %j) throws at once', (config, options, message) => {
  expect(() => withWorkflow(config as object, options as object)).toThrow(message);
});

test.each([
  { config: {}, options: { dirs: ['flows'] }, code: 'integration_folder_missing' },
  { config: {}, options: { outDir: '.next/workflow' }, code: 'integration_next_out_dir' },
  { config: { distDir: 'build' }, options: { outDir: 'build' }, code: 'integration_next_out_dir' },
  { config: { output: 'export' }, options: {}, code: 'integration_next_static' },
  { config: { pageExtensions: ['mdx'] }, options: {}, code: 'integration_next_extension' },
])('an unusable configuration is refused with $code', async ({ config, options, code }) => {
  project();
  await expect(read(config, options)).rejects.toMatchObject({ code });
});

test('an older Next and a second copy of this package are refused with the versions and folders', async () => {
  project({ 'app/page.js': '', 'node_modules/next/package.json': '{ "version": "15.5.1" }' });
  await expect(read()).rejects.toThrow('needs Next 16 or newer, but 15.5.1 is installed');
  const dir = project({ 'app/page.js': '', 'node_modules/workflow/package.json': '{ "version": "0.0.1" }' });
  await expect(read()).rejects.toThrow(`the application imports ${join(dir, 'node_modules/workflow')}`);
});
