/**
 * Completes `package-lock.json`: `node scripts/lock-platforms.ts`, then `npm install`, which rewrites the entries in
 * its own form.
 *
 * npm leaves out optional packages of platforms whose binaries the registry at hand does not have, and then `npm ci`
 * refuses the file on every platform. Each of them gets an entry with what its name says.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCK_FILE = join(import.meta.dirname, '../package-lock.json');
const OPERATING_SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** An entry of the lock file, as far as it is read here. */
interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

/** The content of `package-lock.json`; packages by the folders that they are installed in. */
export interface LockFile {
  packages: Record<string, LockedPackage>;
}

/** The same lock file with an entry for every optional package that some package names. */
export function completeLock(lock: LockFile): LockFile {
  const packages = { ...lock.packages };
  for (const [folder, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const found = findLocked(packages, folder, name);
      if (found !== null && packages[found]!.version === version) continue;
      // A range is met by whatever version is there.
      if (found !== null && !/^\d/.test(version)) continue;
      const target = found === null ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
      packages[target] = { version, ...(dev && { dev }), optional: true, ...platformOf(name) };
    }
  }
  const sorted = Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

/** Where Node finds a package from a folder: in the nearest `node_modules`. */
function findLocked(packages: LockFile['packages'], from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return null;
  }
}

/** `@swc/core-linux-arm-gnueabihf` → Linux, arm. Without `os` and `cpu` npm would install it everywhere. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/);
  const os = OPERATING_SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length + cpu.length === 0) throw new Error(`The platform of ${name} is not in its name.`);
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : os.includes('linux') ? ['glibc'] : [];
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }) };
}

/** The lock file of this repository. */
export function readLock(): LockFile {
  return JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as LockFile;
}

if (import.meta.main) {
  const lock = readLock();
  const complete = completeLock(lock);
  writeFileSync(LOCK_FILE, `${JSON.stringify(complete, null, 2)}\n`);
  const added = Object.keys(complete.packages).length - Object.keys(lock.packages).length;
  console.log(`${added} entries added to package-lock.json.`);
}
