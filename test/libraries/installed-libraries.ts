/** The libraries that workflow code may use, installed by npm once per machine. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../frameworks/server-process.ts';

const MANIFESTS = ['package.json', 'package-lock.json'];
/** Cache of installed packages, by the hash of the lock file. */
const INSTALLATIONS = join(tmpdir(), 'workflow-libraries');

/**
 * Installs what the lock file of this folder names.
 * @returns A folder with `node_modules`. If two processes install at once, the first one's stays.
 */
export async function installLibraries(): Promise<string> {
  const lock = readFileSync(join(import.meta.dirname, 'package-lock.json'));
  const target = join(INSTALLATIONS, createHash('sha256').update(lock).digest('hex').slice(0, 16));
  if (existsSync(target)) return target;
  mkdirSync(INSTALLATIONS, { recursive: true });
  const dir = mkdtempSync(join(INSTALLATIONS, 'installing-'));
  try {
    for (const file of MANIFESTS) cpSync(join(import.meta.dirname, file), join(dir, file));
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
    await promisify(execFile)('npm', ['ci', ...flags], { cwd: dir, env: cleanEnvironment() });
    if (!existsSync(target)) renameSync(dir, target);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  return target;
}
