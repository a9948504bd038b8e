import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkEnvironment } from './check-environment.ts';
import { type BuildOutput, extendBuildOutput } from './extend-build-output.ts';
import { platformOf } from './platforms.ts';

const OURS = 'functions/.well-known/workflow/v1';
const SERVER = 'functions/__server.func';

/** Leaves the output of a preset behind, with a link between installed packages, and extends it. */
async function extend(config: object, options: Partial<BuildOutput> = {}): Promise<(file: string) => string> {
  const outputDir = mkdtempSync(join(tmpdir(), 'workflow-platform-'));
  onTestFinished(() => rmSync(outputDir, { recursive: true, force: true }));
  const path = (file: string): string => join(outputDir, file);
  const write = (file: string, content: string): void => {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), content);
  };
  write('config.json', JSON.stringify(config));
  write(`${SERVER}/.vc-config.json`, JSON.stringify({ runtime: 'nodejs24.x', handler: 'index.mjs', maxDuration: 10 }));
  write(`${SERVER}/index.mjs`, 'export default 1');
  write(`${SERVER}/node_modules/b/index.js`, '');
  symlinkSync('b', path(`${SERVER}/node_modules/a`));
  mkdirSync(path(OURS), { recursive: true });
  symlinkSync('../../../__server.func', path(`${OURS}/flow.func`));
  const serverDir = path(SERVER);
  await extendBuildOutput({ outputDir, serverDir, baseUrl: '/', runtime: null, ...options });
  return path;
}

const readJson = (file: string): any => JSON.parse(readFileSync(file, 'utf8'));

test("a separate function replaces Nitro's link for a route, and the server function stays unchanged", async () => {
  const path = await extend({ version: 3 });
  expect(readJson(path(`${OURS}/flow.func/.vc-config.json`))).toEqual({
    runtime: 'nodejs24.x',
    handler: 'index.mjs',
    maxDuration: 'max',
  });
  expect(readJson(path(`${SERVER}/.vc-config.json`))).toMatchObject({ maxDuration: 10 });
});

test('links between packages stay within the function, so the output can be moved', async () => {
  const path = await extend({ version: 3 });
  expect(readlinkSync(path(`${OURS}/flow.func/node_modules/a`))).toBe('b');
});

test("the user's cron for the flow route is kept instead of ours, because their plan may not allow ours", async () => {
  const daily = { path: '/.well-known/workflow/v1/flow', schedule: '0 5 * * *' };
  const path = await extend({ version: 3, crons: [daily] });
  expect(readJson(path('config.json')).crons).toEqual([daily]);
});

test('special characters in the base are taken literally', async () => {
  const path = await extend({ version: 3 }, { baseUrl: '/a.b+(c)/' });
  const [flow] = readJson(path('config.json')).routes as { src: string }[];
  expect(new RegExp(flow!.src).test('/a.b+(c)/.well-known/workflow/v1/flow')).toBe(true);
  expect(new RegExp(flow!.src).test('/aXb+(c)/.well-known/workflow/v1/flow')).toBe(false);
});

test.each([
  ['vercel', {}, ['platform_world_unshared', 'platform_cron_secret_missing']],
  ['@sveltejs/adapter-netlify', { CRON_SECRET: 'x', WORKFLOW_WORLD: 'memory' }, ['platform_world_unshared']],
  ['aws-lambda', { CRON_SECRET: 'x', WORKFLOW_DATA_DIR: '/mnt/shared' }, []],
  ['@astrojs/vercel', { CRON_SECRET: 'x', WORKFLOW_WORLD: 'postgres' }, []],
  ['cloudflare-module', { CRON_SECRET: 'x', WORKFLOW_WORLD: 'postgres' }, ['platform_without_node']],
])('a build with %s and the environment %j warns of %j', (name, env, codes) => {
  expect(checkEnvironment(platformOf(name)!, env).map(({ code }) => code)).toEqual(codes);
});

test.each(['node-server', '@sveltejs/adapter-node', '@astrojs/node', 'bun'])(
  '%s builds servers with a disk',
  (name) => {
    expect(platformOf(name)).toBe(null);
  },
);
