/** Tells which packages come with a binary for a machine, or need one: they may be whole here and broken elsewhere. */
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

/** The fields of a `package.json` that tell of binaries. */
interface PackageFile {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  scripts?: Record<string, string>;
  /** Such as `linux`: the package is for some machines only. */
  os?: unknown;
  cpu?: unknown;
  gypfile?: unknown;
  binary?: unknown;
  napi?: unknown;
}

/** Packages that find, build or fetch the binary of the one that depends on them. */
const BINARY_TOOL =
  /^(?:bindings|node-gyp.*|node-addon-api|prebuild.*|pkg-prebuilds|cmake-js|node-pre-gyp|nan|neon.*)$/;
/** A package for one machine, such as `@img/sharp-linux-x64`. */
const FOR_ONE_MACHINE = /(?:^|[-/_])(?:linux|darwin|win32|windows|freebsd|android)(?:$|[-_])/;

/**
 * Whether an import names a package that has a binary itself.
 * @param folder Absolute path of the folder of the importing file.
 */
export function isMachineBoundFrom(folder: string, specifier: string): boolean {
  if (isBuiltin(specifier) || /^workflow(?:\/|$)/.test(specifier)) return false;
  const found = findNamed(folder, specifier);
  return found !== null && hasBinary(...found);
}

/** Whether an import names a package. @param folder As of {@link isMachineBoundFrom}. */
export const isInstalledFrom = (folder: string, specifier: string): boolean => findNamed(folder, specifier) !== null;

function findNamed(folder: string, specifier: string): [string, PackageFile] | null {
  const name = /^(?:@[^/]+\/)?[^./@][^/]*/.exec(specifier)?.[0];
  return name === undefined ? null : findPackage(folder, name);
}

function hasBinary(dir: string, { dependencies, optionalDependencies, scripts, ...fields }: PackageFile): boolean {
  const { os, cpu, gypfile, binary, napi } = fields;
  return (
    [os, cpu, binary, napi].some((value) => value !== undefined) ||
    gypfile === true ||
    ['binding.gyp', 'prebuilds'].some((name) => existsSync(join(dir, name))) ||
    /node-gyp|prebuild|node-pre-gyp|cmake-js/.test(scripts?.['install'] ?? '') ||
    Object.keys(dependencies ?? {}).some((name) => BINARY_TOOL.test(name.replace(/^.*\//, ''))) ||
    Object.keys(optionalDependencies ?? {}).some((name) => FOR_ONE_MACHINE.test(name))
  );
}

/** The package that a folder sees under a name, with its own folder. */
function findPackage(folder: string, name: string): [string, PackageFile] | null {
  for (let above = folder; ; above = dirname(above)) {
    const dir = join(above, 'node_modules', name);
    const file = readPackage(join(dir, 'package.json'));
    if (file) return [dir, file];
    if (dirname(above) === above) return null;
  }
}

/** `null` when there is none, or none that can be read. */
function readPackage(path: string): PackageFile | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as PackageFile | null;
  } catch {
    return null;
  }
}
