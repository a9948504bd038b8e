/** On a Node that is too old, whatever a user tries says so in one line. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEntries, packPackage, type PackedPackage } from './packed-package.ts';
import { provideOldNode } from './old-node.ts';

const WITH_SETUP = join(import.meta.dirname, '../../scripts/with-setup.mjs');

interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

let dir: string;
let oldNode: string;
let oldVersion: string;
let packed: PackedPackage;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'workflow-old-node-'));
  oldNode = await provideOldNode(dir);
  oldVersion = (await runOnOldNode(['--print', 'process.versions.node'])).stdout.trim();
  packed = await packPackage();
  // The classes of `workflow/nest` are made with Nest's decorators.
  packed.install(['@nestjs/common', '@nestjs/core', 'reflect-metadata', 'rxjs']);
});
afterAll(() => {
  packed.remove();
  rmSync(dir, { recursive: true, force: true });
});

async function runOnOldNode(args: string[], cwd: string = dir): Promise<Outcome> {
  const env = { PATH: process.env['PATH'] };
  const done = promisify(execFile)(oldNode, args, { cwd, env });
  return await done.then(
    ({ stdout, stderr }) => ({ exitCode: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ exitCode: code, stdout, stderr }),
  );
}

const messageFor = (version: string): string =>
  `workflow needs Node 22.13 or newer, but this is Node ${version}. ` +
  'Fix: install Node 24 from https://nodejs.org, then run this again with it. [node_version_unsupported]';

/** One process for each way of loading: after a module has failed, everybody who imports it gets the same error. */
test.each([
  ['import', (specifier: string) => `import('${specifier}')`],
  ['require', (specifier: string) => `(async () => require('${specifier}'))()`],
])('each entry names the Node that it needs on %s, and prints nothing else', async (_, load) => {
  const specifiers = listEntries(packed.packageJson).map(({ specifier }) => specifier);
  const attempts = specifiers.map((specifier) => `['${specifier}', () => ${load(specifier)}]`);
  const script = `
    const attempts = [${attempts.join(', ')}];
    const told = [];
    (async () => {
      for (const [specifier, load] of attempts) {
        await load().then(() => told.push([specifier, 'loaded']), (error) => told.push([specifier, error.message, error.code]));
      }
      console.log(JSON.stringify(told));
    })();
  `;
  writeFileSync(join(packed.projectDir, 'load-all.cjs'), script);
  const flags = ['--no-warnings', '--experimental-require-module'];
  const { stdout, stderr } = await runOnOldNode([...flags, 'load-all.cjs'], packed.projectDir);
  expect(stderr).toBe('');
  const message = messageFor(oldVersion);
  const expected = specifiers.map((specifier) => [specifier, message, 'node_version_unsupported']);
  expect(JSON.parse(stdout)).toEqual(expected);
});

test('the command names the Node that it needs, without a stack', async () => {
  const script = join(packed.packageDir, packed.packageJson.bin['workflow']!);
  for (const args of [[], ['build'], ['--help']]) {
    const outcome = await runOnOldNode([script, ...args], packed.projectDir);
    expect(outcome).toEqual({ exitCode: 1, stdout: '', stderr: `${messageFor(oldVersion)}\n` });
  }
});

test('the scripts of this repository run on an old Node, with the Node that the repository pins', async () => {
  const repository = makeRepository();
  const outcome = await runOnOldNode(['scripts/with-setup.mjs', 'scripts/tell.mjs'], repository);
  expect(outcome).toEqual({ exitCode: 0, stdout: `${process.version}\n`, stderr: '' });
});

test('the set-up says in one line that it cannot run on an old Node', async () => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.10.0' } });`;
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
  const outcome = await runOnOldNode([...flags, 'scripts/with-setup.mjs', 'scripts/tell.mjs'], makeRepository());
  expect(outcome).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `${messageFor('20.10.0').replace('workflow needs Node 22.13', 'The scripts of workflow need Node 20.11')}\n`,
  });
});

/** A repository with all that its scripts need. */
function makeRepository(): string {
  const repository = mkdtempSync(join(dir, 'repository-'));
  mkdirSync(join(repository, 'scripts'));
  mkdirSync(join(repository, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(repository, 'node_modules/.package-lock.json'), '{}');
  symlinkSync(process.execPath, join(repository, 'node_modules/.bin/node'));
  cpSync(WITH_SETUP, join(repository, 'scripts/with-setup.mjs'));
  writeFileSync(join(repository, 'scripts/tell.mjs'), 'console.log(process.version);\n');
  return repository;
}
