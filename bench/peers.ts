/** The packages of the peers: installed when they are missing, from their own lock file. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIR = join(import.meta.dirname, 'peers');

/**
 * Installs the peers once (about 400 MB).
 * @throws when `npm ci` fails.
 */
export function installPeers(): void {
  // npm writes this file at the end of an install, so half an install does not count.
  if (existsSync(join(DIR, 'node_modules/.package-lock.json'))) return;
  console.log('Installing the peers into bench/peers …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: DIR, stdio: 'inherit' });
  if (status !== 0) throw new Error('"npm ci" failed in bench/peers. Fix: see its output above, or use --only ours.');
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
