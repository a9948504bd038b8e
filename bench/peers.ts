/** The packages of the peers: installed from their own lock file when they are missing or older than that. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DIR = join(import.meta.dirname, 'peers');
const LOCK_FILE = join(DIR, 'package-lock.json');
/** npm writes it at the end of an install, so half an install does not count. */
const INSTALLED_LOCK_FILE = join(DIR, 'node_modules/.package-lock.json');

/**
 * Installs the peers where they are not up to date (about 300 MB).
 * @throws when `npm ci` fails.
 */
export function installPeers(): void {
  if (areInstalled()) return;
  console.log('Installing the peers into bench/peers …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: DIR, stdio: 'inherit' });
  if (status !== 0) throw new Error('"npm ci" failed in bench/peers. Fix: see its output above, or use --only ours.');
}

function areInstalled(): boolean {
  const installed = statSync(INSTALLED_LOCK_FILE, { throwIfNoEntry: false });
  return installed !== undefined && installed.mtimeMs >= statSync(LOCK_FILE).mtimeMs;
}

/** The installed version of a peer's package. */
export function peerVersion(packageName: string): string {
  return readVersion(join(DIR, 'node_modules', packageName));
}

/** The version in the `package.json` of a directory. */
export function readVersion(dir: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  return version;
}
