/** The package as it is published: what of ours is measured. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const PACKAGE_DIR = join(import.meta.dirname, '..');

/**
 * Builds the package, so that nothing older than its sources is measured.
 * @throws when that fails.
 */
export function buildPackage(): void {
  const { status } = spawnSync(process.execPath, [join(PACKAGE_DIR, 'scripts/build.ts')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The package cannot be built. Fix: see the output above.');
}
