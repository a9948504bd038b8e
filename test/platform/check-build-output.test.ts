/** Tests that the check of builds finds mistakes. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type BuildOutput, readBuildOutput } from './build-output.ts';
import { checkBuildOutput, routesBehindFiles } from './check-build-output.ts';
import { routeRequest } from './route-request.ts';

const CONFIG = {
  version: 3,
  routes: [{ src: '^/api/[^/]+$', dest: '/api/[id]' }, { handle: 'filesystem' }, { src: '/(.*)', dest: '/__server' }],
  crons: [{ path: '/api/1', schedule: '* * * * *' }],
};
const FUNCTION = { runtime: 'nodejs24.x', handler: 'index.mjs', launcherType: 'Nodejs', maxDuration: 'max' };

interface Planted {
  config?: object;
  functionConfig?: object;
  /** Target of a link in the function. */
  link?: string;
}

function makeOutput({ config = {}, functionConfig = {}, link }: Planted = {}): BuildOutput {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-platform-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const write = (file: string, content: unknown): void => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), JSON.stringify(content));
  };
  write('config.json', { ...CONFIG, ...config });
  write('functions/__server.func/.vc-config.json', { ...FUNCTION, ...functionConfig });
  write('functions/__server.func/index.mjs', '');
  write('static/logo.png', '');
  mkdirSync(join(dir, 'functions/api'));
  symlinkSync('../__server.func', join(dir, 'functions/api/[id].func'));
  if (link !== undefined) symlinkSync(link, join(dir, 'functions/__server.func/link'));
  return readBuildOutput(dir);
}

test('finds no problem in a correct build', () => {
  expect(checkBuildOutput(makeOutput({ link: 'index.mjs' }))).toEqual([]);
});

test.each<[string, Planted, RegExp]>([
  ['another version', { config: { version: 2 } }, /^config\.json: "version" is 2, not 3\.$/],
  ['a field that the platform does not know', { config: { cron: [] } }, /unknown field "cron"/],
  ['a route that leads nowhere', { config: { routes: [{ src: '/(.*)', dest: '/gone' }] } }, /leads to \/gone/],
  ['a route that is no expression', { config: { routes: [{ src: '/(', dest: '/__server' }] } }, /"src" is "\/\("/],
  ['a phase that does not exist', { config: { routes: [{ handle: 'files' }] } }, /"handle" is "files"/],
  ['a cron that nobody answers', { config: { routes: [] } }, /A cron calls \/api\/1, which no function answers/],
  ['a schedule with seconds', { config: { crons: [{ path: '/api/1', schedule: '0 * * * * *' }] } }, /not five fields/],
  ['a function without a runtime', { functionConfig: { runtime: undefined } }, /has no "runtime"/],
  ['an old runtime', { functionConfig: { runtime: 'nodejs12.x' } }, /"runtime" is "nodejs12\.x"/],
  ['a handler that is not there', { functionConfig: { handler: 'main.mjs' } }, /has no file main\.mjs/],
  ['a limit that is none', { functionConfig: { maxDuration: 'long' } }, /"maxDuration" is "long"/],
  ['a link that leads out of its function', { link: '../../static/logo.png' }, /a link to what it does not contain/],
])('finds %s', (_, planted, problem) => {
  expect(checkBuildOutput(makeOutput(planted))).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
});

test('finds routes that a file or a page could take', () => {
  const behind = [{ handle: 'filesystem' }, { src: '^/api/[^/]+$', dest: '/api/[id]' }];
  expect(routesBehindFiles(makeOutput({ config: { routes: behind } }), '/api')).toEqual(['/api/[id]']);
  expect(routesBehindFiles(makeOutput(), '/api')).toEqual([]);
});

test.each([
  ['/api/7', { kind: 'function', target: { path: '/api/[id]' } }],
  ['/api/7/8', { kind: 'function', target: { path: '/__server' } }],
  ['/logo.png', { kind: 'file' }],
])('routes a request to %s like the platform', (pathname, target) => {
  expect(routeRequest(makeOutput(), { method: 'GET', pathname })).toMatchObject({ target });
});
