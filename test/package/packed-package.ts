/** The package as npm would publish it, unpacked into a project of its own. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

type Conditions = Record<string, string>;

interface PackageJson {
  name: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  exports: Record<string, Conditions | string>;
}

export interface PackedPackage {
  tarball: string;
  /** A directory with a `node_modules` that holds the package. */
  projectDir: string;
  /** The package in there. */
  packageDir: string;
  packageJson: PackageJson;
  /** Relative to `packageDir`, with `/`. */
  files: string[];
  /** Links other packages of this repository into the project. */
  install(names: string[]): void;
  remove(): void;
}

/** Packs what `dist/` holds now. @returns The file, in a directory of its own. */
export async function packTarball(): Promise<{ dir: string; tarball: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-package-'));
  const flags = ['--ignore-scripts', '--json', '--pack-destination', dir];
  const { stdout } = await run('npm', ['pack', ...flags], { cwd: ROOT });
  return { dir, tarball: join(dir, readFileName(stdout)) };
}

/** Packs what `dist/` holds now, and installs it with its dependencies. */
export async function packPackage(): Promise<PackedPackage> {
  const packageJson = readPackageJson(ROOT);
  const { dir: projectDir, tarball } = await packTarball();
  const packageDir = join(projectDir, 'node_modules', packageJson.name);
  mkdirSync(packageDir, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', packageDir]);
  const install = (names: string[]): void => names.forEach((name) => linkInstalled(name, projectDir));
  install(Object.keys(packageJson.dependencies));
  return {
    tarball,
    projectDir,
    packageDir,
    packageJson: readPackageJson(packageDir),
    files: globSync('**/*', { cwd: packageDir, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(packageDir.length + 1)),
    install,
    remove: () => rmSync(projectDir, { recursive: true, force: true }),
  };
}

/** The import specifiers of the entries, with their conditions in `package.json`. Data files are left out. */
export function listEntries({ name, exports }: PackageJson): { specifier: string; conditions: Conditions }[] {
  return Object.entries(exports).flatMap(([path, conditions]) =>
    typeof conditions === 'string' ? [] : [{ specifier: `${name}${path.slice(1)}`, conditions }],
  );
}

/** Runs a module's source in the project, with no environment but `PATH`; returns its output. */
export async function runInProject({ projectDir }: PackedPackage, code: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: projectDir,
    env: { PATH: process.env['PATH'] },
  });
  return stdout;
}

function linkInstalled(name: string, projectDir: string): void {
  const link = join(projectDir, 'node_modules', name);
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules', name), link, 'junction');
}

function readPackageJson(dir: string): PackageJson {
  return JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as PackageJson;
}

/** npm 10 and 11 print a list, npm 12 an object by name. */
function readFileName(json: string): string {
  const [pack] = Object.values(JSON.parse(json) as Record<string, { filename: string }>);
  if (!pack) throw new Error(`npm pack said nothing of a file: ${json}`);
  return pack.filename;
}
