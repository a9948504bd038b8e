import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { completeLock, type LockFile, readLock } from './lock-platforms.ts';

const ROOT = join(import.meta.dirname, '..');

test('the lock file names the binaries of every platform; "node scripts/lock-platforms.ts" adds them', () => {
  const lock = readLock();
  expect(completeLock(lock)).toEqual(lock);
});

test('npm ci takes the lock file', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-lock-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(ROOT, file), join(dir, file));
  // `npm run -s` would silence this npm, too.
  const options = ['ci', '--dry-run', '--ignore-scripts', '--loglevel=notice'];
  const { stdout } = await promisify(execFile)('npm', options, { cwd: dir });
  expect(stdout).toMatch(/added \d+ packages/);
});

test('a binary that is missing gets an entry of its own where another version of it is in use', () => {
  const lock: LockFile = {
    packages: {
      '': {},
      'node_modules/a': { version: '2.0.0', dev: true, optionalDependencies: { '@a/linux-x64-musl': '2.0.0' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/b/node_modules/a': { version: '1.0.0', optionalDependencies: { '@a/linux-x64-musl': '1.0.0' } },
    },
  };
  const platform = { optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] };
  const { packages } = completeLock(lock);
  expect(packages['node_modules/@a/linux-x64-musl']).toEqual({ version: '2.0.0', dev: true, ...platform });
  const nested = packages['node_modules/b/node_modules/a/node_modules/@a/linux-x64-musl'];
  expect(nested).toEqual({ version: '1.0.0', ...platform });
});
