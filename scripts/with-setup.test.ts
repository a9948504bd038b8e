import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

const WITH_SETUP = join(import.meta.dirname, 'with-setup.mjs');
const TRY_AGAIN = join(import.meta.dirname, 'try-again.mjs');
const SCRIPTS = {
  'echo.mjs': `console.log(process.argv.slice(2).join(' ')); process.exitCode = 7;`,
  'wait.mjs': `process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); console.log('waiting');`,
};

/** A repository whose only dependency is its Node. */
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'workflow-setup-'));
  mkdirSync(join(dir, 'scripts'));
  mkdirSync(join(dir, 'pinned-node'));
  cpSync(WITH_SETUP, join(dir, 'scripts/with-setup.mjs'));
  const withoutPauses = readFileSync(TRY_AGAIN, 'utf8').replace(/(?<=PAUSES_MS = ).+/, '[0, 0];');
  writeFileSync(join(dir, 'scripts/try-again.mjs'), withoutPauses);
  for (const [name, code] of Object.entries(SCRIPTS)) writeFileSync(join(dir, 'scripts', name), code);
  const pinnedNode = join(dir, 'pinned-node/node');
  writeFileSync(pinnedNode, `#!/bin/sh\nexec "${process.execPath}" "$@"\n`);
  chmodSync(pinnedNode, 0o755);
  const node = { name: 'node', version: '1.0.0', bin: { node: 'node' } };
  const root = { name: 'app', version: '1.0.0', devDependencies: { node: 'file:pinned-node' } };
  const lock = {
    name: root.name,
    version: root.version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': root, 'pinned-node': node, 'node_modules/node': { resolved: 'pinned-node', link: true } },
  };
  writeFileSync(join(dir, 'pinned-node/package.json'), JSON.stringify(node));
  writeFileSync(join(dir, 'package.json'), JSON.stringify(root));
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify(lock));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Starts a script of the repository the way `npm start` does. */
function start(...command: string[]): ChildProcess {
  return spawn(process.execPath, ['scripts/with-setup.mjs', ...command], {
    cwd: dir,
    env: { ...process.env, PATH: `${join(dir, 'programs')}${delimiter}${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Makes npm fail so often, and then do as always. It notes its calls in `calls`. */
function breakNpm(times: number): void {
  mkdirSync(join(dir, 'programs'));
  writeFileSync(join(dir, 'calls'), '');
  const npm = `#!/bin/sh
echo "npm $1" >> calls
[ $(grep -c . calls) -le ${times} ] && { echo 'no registry' >&2; exit 1; }
PATH="\${PATH#*${delimiter}}" exec npm "$@"
`;
  writeFileSync(join(dir, 'programs/npm'), npm, { mode: 0o755 });
}

async function run(...command: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = start(...command);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  return { code, stdout, stderr };
}

const LONG_AGO = new Date(0);

test('on a fresh clone it installs the dependencies, runs the script with its arguments and gives its exit code', async () => {
  expect(await run('scripts/echo.mjs', 'a', '--b')).toEqual({
    code: 7,
    stdout: expect.stringContaining('a --b\n'),
    stderr: expect.stringContaining('dependencies are missing'),
  });
});

test('with everything installed it says nothing of its own', async () => {
  await run('scripts/echo.mjs');
  expect(await run('scripts/echo.mjs', 'again')).toEqual({ code: 7, stdout: 'again\n', stderr: '' });
});

test('a newer package-lock.json is installed once', async () => {
  await run('scripts/echo.mjs');
  utimesSync(join(dir, 'node_modules/.package-lock.json'), LONG_AGO, LONG_AGO);
  expect(await run('scripts/echo.mjs')).toMatchObject({ stderr: expect.stringContaining('older than package-lock') });
  expect(await run('scripts/echo.mjs')).toMatchObject({ stderr: '' });
});

test('a registry that gives no answer is asked three times altogether', async () => {
  breakNpm(2);
  expect(await run('scripts/echo.mjs', 'there')).toMatchObject({ code: 7, stdout: expect.stringContaining('there\n') });
  expect(readFileSync(join(dir, 'calls'), 'utf8')).toBe('npm install\n'.repeat(3));
});

test('a registry that never gives an answer is named with the step that failed and the fix', async () => {
  breakNpm(9);
  expect(await run('scripts/echo.mjs')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no registry\nThe dependencies of package-lock.json could not .+ Fix: .*npm ping/),
  });
  expect(readFileSync(join(dir, 'calls'), 'utf8')).toBe('npm install\n'.repeat(3));
});

test('a script that is told to stop may do so in its own way', async () => {
  await run('scripts/echo.mjs');
  const child = start('scripts/wait.mjs');
  await once(child.stdout!, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([5, null]);
});

test('without a script it says how to call it', async () => {
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('Fix: node scripts/with-setup.mjs') });
});
