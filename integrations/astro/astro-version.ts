/** The oldest Astro whose adapters load the routes of the integration. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { astroError } from './messages.ts';

const OLDEST_MAJOR = 6;

/** @param root The root of the site. @throws `astro_too_old`. */
export function checkAstroVersion(root: URL): void {
  const version = installedVersion(join(fileURLToPath(root), 'package.json'));
  if (version !== null && Number.parseInt(version, 10) < OLDEST_MAJOR) throw astroError('astro_too_old', { version });
}

/** `null`: it cannot be found from there. Whoever runs the integration has one all the same. */
function installedVersion(packageJson: string): string | null {
  try {
    return (createRequire(packageJson)('astro/package.json') as { version: string }).version;
  } catch {
    return null;
  }
}
