/** Finds the TypeScript that a project has installed, and the modules to load. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A version of TypeScript and the paths of its modules. */
export type FoundTypeScript =
  /** TypeScript 5 and 6: a module with the compiler. */
  | { kind: 'compiler'; version: string; entry: string }
  /** TypeScript 7 and later: a process. `fsEntry` is set when the interface has the names of 7.1. */
  | { kind: 'native'; version: string; apiEntry: string; syntaxEntry: string; fsEntry: string | null }
  /** Too old, or so new that its interface is not known. */
  | { kind: 'unsupported'; version: string }
  | { kind: 'none' };

/** The first version with all functions that this package uses. */
const MAJOR_MIN = 5;
/** From this version on the package has no compiler to load. */
const MAJOR_NATIVE = 7;

/** The TypeScript that a project would import. @param rootDir Absolute; it need not have a package.json. */
export function findTypeScript(rootDir: string): FoundTypeScript {
  const require = createRequire(join(rootDir, 'package.json'));
  const resolve = (specifier: string): string | null => {
    try {
      return require.resolve(specifier);
    } catch {
      return null;
    }
  };
  const manifest = resolve('typescript/package.json');
  if (manifest === null) return { kind: 'none' };
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const major = Number.parseInt(version, 10);
  const found = major < MAJOR_NATIVE ? findCompiler(version, resolve) : findNative(version, resolve);
  return major >= MAJOR_MIN && found ? found : { kind: 'unsupported', version };
}

type Resolve = (specifier: string) => string | null;

function findCompiler(version: string, resolve: Resolve): FoundTypeScript | null {
  const entry = resolve('typescript');
  return entry === null ? null : { kind: 'compiler', version, entry };
}

function findNative(version: string, resolve: Resolve): FoundTypeScript | null {
  for (const folder of ['typescript', 'typescript/unstable']) {
    const apiEntry = resolve(`${folder}/sync`);
    const syntaxEntry = resolve(`${folder}/ast`);
    const fsEntry = resolve('typescript/fs');
    if (apiEntry !== null && syntaxEntry !== null) return { kind: 'native', version, apiEntry, syntaxEntry, fsEntry };
  }
  return null;
}
