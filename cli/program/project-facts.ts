/** The facts about a project on which its set-up depends. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FrameworkPackage, frameworkPackage } from '../../runtime/contract/frameworks.ts';
import { cliError } from './messages.ts';

/** A project to set up. */
export interface ProjectFacts {
  rootDir: string;
  /** The package that tells its framework, such as `@sveltejs/kit`; `null`: it has none. */
  framework: FrameworkPackage | null;
  /** Without this package. */
  dependencies: readonly string[];
  /** Whether this package is one of them. */
  hasPackage: boolean;
  /** `package.json` as it is. */
  manifest: Readonly<Record<string, unknown>>;
  /** Whether sources are TypeScript. */
  isTyped: boolean;
  /** Whether `.js` and `.ts` files are ES modules. */
  isEsm: boolean;
  packageManager: PackageManager;
}

/** The program that installs packages. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

const LOCK_FILES: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

/** @throws `init_package_missing`, `init_package_invalid`. */
export function readProjectFacts(rootDir: string): ProjectFacts {
  const manifest = readManifest(join(rootDir, 'package.json'));
  const names = Object.keys({ ...objectAt(manifest, 'dependencies'), ...objectAt(manifest, 'devDependencies') });
  const dependencies = names.filter((name) => name !== 'workflow');
  return {
    rootDir,
    manifest,
    dependencies,
    hasPackage: names.includes('workflow'),
    framework: frameworkPackage(dependencies),
    // Node runs TypeScript by itself, so a project that begins has it.
    isTyped:
      existsSync(join(rootDir, 'tsconfig.json')) || dependencies.includes('typescript') || dependencies.length === 0,
    isEsm: manifest['type'] === 'module',
    packageManager: findPackageManager(rootDir, manifest),
  };
}

function readManifest(path: string): Record<string, unknown> {
  if (!existsSync(path)) throw cliError('init_package_missing', { path });
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw cliError('init_package_invalid', { path, reason: (error as Error).message }, error);
  }
}

function objectAt(manifest: Record<string, unknown>, key: string): object {
  const value = manifest[key];
  return typeof value === 'object' && value !== null ? value : {};
}

/** In a workspace the lock file lies further up. */
function findPackageManager(rootDir: string, { packageManager }: Record<string, unknown>): PackageManager {
  const named = typeof packageManager === 'string' ? packageManager.split('@')[0] : undefined;
  const known = LOCK_FILES.find(([, manager]) => manager === named);
  if (known) return known[1];
  for (let dir = rootDir; ; dir = dirname(dir)) {
    const found = LOCK_FILES.find(([file]) => existsSync(join(dir, file)));
    if (found) return found[1];
    if (dirname(dir) === dir) return 'npm';
  }
}
