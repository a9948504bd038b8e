/** Steps beside a package or a file that cannot be loaded. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '../..');

let dir = '';
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-steps-')));
  write('package.json', '{ "type": "module" }');
  mkdirSync(join(dir, 'node_modules'));
  symlinkSync(PACKAGE, join(dir, 'node_modules/workflow'), 'junction');
  write('node_modules/images/package.json', '{ "name": "images", "type": "module", "exports": "./index.js" }');
  const names = 'export default class {}\nexport const resize = (n) => n;';
  write(
    'node_modules/images/index.js',
    `${names}\nthrow new Error('Could not load images.node\\nHere is how to install it');`,
  );
  write('workflows/mail.ts', MAIL);
  write('server.ts', SERVER);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), text);
};

const MAIL = `export async function greet(): Promise<string> {
  'use workflow';
  return await send();
}
async function send(): Promise<string> {
  'use step';
  return 'sent';
}
`;
const IMAGES = `import images, { resize as change } from 'images';
import * as all from 'images';
let attempts = 0;
export async function thumbnail(how: string): Promise<unknown> {
  'use workflow';
  return await make(how);
}
async function make(how: string): Promise<unknown> {
  'use step';
  attempts += 1;
  if (how === 'nothing') return attempts;
  return how === 'default' ? new images() : how === 'named' ? change(1) : all.resize(1);
}
`;
const SERVER = `import { start } from 'workflow/api';
import { createHandler } from 'workflow/server';
const handler = createHandler({ watch: process.argv[2] === 'watch' });
await handler.ready;
const run = async (file, name, ...args) => {
  const { returnValue } = await start({ workflowId: 'workflow//./workflows/' + file + '//' + name }, args);
  console.log(await returnValue.catch(({ cause }) => cause.code + ': ' + cause.message));
};
if (process.argv[3] === 'import') {
  const { thumbnail } = await import('./workflows/images.ts');
  const { returnValue } = await start(thumbnail, ['default']);
  console.log(await returnValue.catch(({ cause }) => cause.code));
}
await run('mail', 'greet');
for (const how of ['default', 'named', 'namespace', 'nothing']) await run('images', 'thumbnail', how);
await handler.close();
`;

async function serve(...args: string[]): Promise<{ stdout: string[]; stderr: string }> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const options = { cwd: dir, env: { ...env, WORKFLOW_WORLD: 'memory' } };
  const all = ['--import', 'workflow/register', 'server.ts', ...args];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, all, options).catch((error) => error);
  return {
    stdout: (stdout as string).split('\n').filter((line) => line !== '' && !line.startsWith('[workflow]')),
    stderr,
  };
}

describe.each(['once', 'watch'])('a package that cannot be loaded, in a server that builds (%s)', (mode) => {
  test('fails only the steps that use it, at once and with its name and reason, and is told once', async () => {
    write('workflows/images.ts', IMAGES);
    const { stdout, stderr } = await serve(mode);
    const failure =
      'step_package_broken: The step "make" (./workflows/images) uses the package "images", which this process could not ' +
      'load: Could not load images.node. Fix: install the package for this machine and version of Node, and start the ' +
      'process again. [step_package_broken]';
    // Three attempts came before the last one: none was repeated.
    expect(stdout).toEqual(['sent', failure, failure, failure, '4']);
    const line = '[workflow] The package "images" cannot be loaded; steps that use it fail: Could not load images.node';
    expect(stderr.split('\n').filter((text) => text === line)).toHaveLength(1);
  });
});

test('a file that throws while it is loaded fails only its own steps, at once and with its name and reason', async () => {
  write(
    'workflows/images.ts',
    IMAGES.replace('let attempts', "throw new Error('IMAGES_KEY is not set');\nlet attempts"),
  );
  const { stdout, stderr } = await serve('once');
  const failure =
    'step_module_broken: The step "make" (./workflows/images) cannot run, because this process could not load the ' +
    'file "workflows/images.ts": IMAGES_KEY is not set. Fix: mend what the file does while it is loaded, or install ' +
    'what it needs for this machine (the cause of this error has the place), and start the process again. ' +
    '[step_module_broken]';
  expect(stdout).toEqual(['sent', failure, failure, failure, failure]);
  const line =
    '[workflow] The file "workflows/images.ts" cannot be loaded; its steps fail: Error: IMAGES_KEY is not set';
  expect(stderr.split('\n').filter((text) => text === line)).toHaveLength(1);
  expect(stderr).toContain('workflows/images.ts:3:7');
});

test('a file that uses a broken package while it is loaded fails its own steps with the error of the package', async () => {
  write('workflows/images.ts', IMAGES.replace('let attempts', 'const client = new images();\nlet attempts'));
  const { stdout, stderr } = await serve('once');
  expect(stdout[0]).toBe('sent');
  expect(stdout.slice(1)).toEqual(Array(4).fill(expect.stringContaining('step_module_broken')));
  expect(stderr).toMatch(/\[cause\]: Error: Could not load images.node\s+Here is how to install it/);
});

test('an application can import workflows whose steps use a package without its binary', async () => {
  write('workflows/images.ts', IMAGES);
  const binaries = '"optionalDependencies": { "@images/linux-x64": "1.0.0" }';
  write(
    'node_modules/images/package.json',
    `{ "name": "images", "type": "module", "exports": "./index.js", ${binaries} }`,
  );
  const { stdout, stderr } = await serve('once', 'import');
  expect(stdout.slice(0, 2), stderr).toEqual(['step_package_broken', 'sent']);
});
