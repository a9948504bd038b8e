/** Checks the packages installed in a project. */
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PACKAGE_DIR } from '../../compiler/own-code.ts';
import { nextError } from './messages.ts';

const OLDEST_MAJOR = 16;

/** Resolves names like the project's own modules. */
export function requireFrom(rootDir: string): NodeJS.Require {
  return createRequire(join(rootDir, 'package.json'));
}

/** Checks the versions of Next and of this package. @throws `integration_next_too_old`, `integration_next_copies`. */
export function checkPackages(rootDir: string): void {
  const nextDir = findPackage(rootDir, 'next');
  if (nextDir !== null) checkVersion(nextDir);
  const ownDir = realpathSync(PACKAGE_DIR);
  const found = findPackage(rootDir, 'workflow');
  if (found !== null && found !== ownDir) throw nextError('integration_next_copies', { used: ownDir, found });
}

/** The version of this package. */
export const ownVersion = (): string => readVersion(PACKAGE_DIR);

function readVersion(dir: string): string {
  const { version } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { version: string };
  return version;
}

function checkVersion(nextDir: string): void {
  const version = readVersion(nextDir);
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) throw nextError('integration_next_too_old', { version });
}

/** The folder of a package; `null`: the project cannot import it. */
export function findPackage(rootDir: string, name: string): string | null {
  try {
    return realpathSync(dirname(requireFrom(rootDir).resolve(`${name}/package.json`)));
  } catch {
    return null;
  }
}
