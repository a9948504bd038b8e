/** In a process that compiles what it loads, every workflow that the application imports is part of the build. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addWorkspacePackage,
  APPLICATION_WORKFLOWS,
  applicationFiles,
  flow,
  workflowNames,
  write,
} from '../../test/frameworks/application-files.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const SERVER = `import { createServer } from 'node:http';
import { start } from 'workflow/api';
import { createHandler, toNodeHandler } from 'workflow/server';
import { flows, late } from './flows.ts';
const handle = toNodeHandler(createHandler());
const run = async (name) => await (await start(name === 'late' ? await late() : flows[name])).returnValue;
createServer((request, response) => handle(request, response, () => {
  const name = request.url.slice(1);
  run(name).then((value) => response.end(String(value)), (error) => response.end(error.message));
})).listen(0, function () { console.log('listening on ' + this.address().port); });
`;

let dir = '';
let server: ChildProcess | null = null;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-register-')));
  const app = join(dir, 'app');
  write(app, { 'package.json': '{ "type": "module" }', 'server.ts': SERVER, ...applicationFiles('flows.ts') });
  mkdirSync(join(app, 'node_modules'));
  mkdirSync(join(dir, 'node_modules'));
  symlinkSync(PACKAGE, join(app, 'node_modules/workflow'), 'junction');
  symlinkSync(PACKAGE, join(dir, 'node_modules/workflow'), 'junction');
  addWorkspacePackage(app, dir);
});
afterEach(() => {
  server?.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** @returns Asks the server for the result of a workflow. */
async function serve(mode: 'development' | 'production'): Promise<(name: string) => Promise<string>> {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = { ...inherited, NODE_ENV: mode, WORKFLOW_WORLD: 'memory' };
  const child = spawn(process.execPath, ['--import', 'workflow/register', 'server.ts'], { cwd: join(dir, 'app'), env });
  server = child;
  let output = '';
  const port = await new Promise<string>((resolve, reject) => {
    const onText = (text: Buffer): void => {
      output += text.toString();
      const found = /listening on (\d+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', onText);
    child.stderr.on('data', onText);
    child.once('exit', () => reject(new Error(output)));
  });
  return async (name) => await (await fetch(`http://localhost:${port}/${name}`)).text();
}

const built = (): string[] => {
  const file = join(dir, 'app/.workflow/manifest.json');
  return existsSync(file) ? workflowNames(JSON.parse(readFileSync(file, 'utf8'))) : [];
};

test.each(['development', 'production'] as const)('in %s', async (mode) => {
  const ask = await serve(mode);
  for (const name of APPLICATION_WORKFLOWS) expect(await ask(name)).toBe('21');
  expect(built()).toEqual(APPLICATION_WORKFLOWS);
});

test('in development also after an edit, and a file that is gone leaves nothing', async () => {
  const ask = await serve('development');
  expect(await ask('direct')).toBe('21');
  write(join(dir, 'app'), { 'lib/direct.ts': flow('direct').replace('n + 1', 'n + 2') });
  await expect.poll(() => ask('direct')).toBe('22');
  rmSync(join(dir, 'app/lib/exported.ts'));
  await expect.poll(built).not.toContain('exported');
});
