/** A separate project for the application in `app/`, with a framework and the packed package installed by npm. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packTarball } from '../package/packed-package.ts';
import type { Command, Framework } from './framework.ts';
import { cleanEnvironment } from './server-process.ts';

const run = promisify(execFile);
const APP = join(import.meta.dirname, 'app');
/** A package that no machine can load. */
const BROKEN_PACKAGE = join(import.meta.dirname, 'broken-package');
/** Packages of the application itself. A template may name other versions. */
const APP_PACKAGES = { '@ai-sdk/openai-compatible': '2.0.87', ai: '6.0.326', zod: '4.6.7' };
/** Cache of installed packages, by the hash of the request: npm takes up to a minute for some frameworks. */
const INSTALLATIONS = join(tmpdir(), 'workflow-frameworks');
/** An empty package that npm installs in the place of the packed one. */
const STAND_IN = 'workflow.tgz';
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

const INSTALLED_BY = ['name', 'version', 'dependencies', 'peerDependencies', 'peerDependenciesMeta'];

export interface Outcome {
  ok: boolean;
  /** Standard output and error output. */
  output: string;
}

interface PackageJson {
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}

export class InstalledProject {
  readonly dir: string;
  /** Directory of the application, relative to the project. */
  readonly #appDir: string;

  private constructor(dir: string, appDir: string) {
    this.dir = dir;
    this.#appDir = appDir;
  }

  static async create({ template, appDir = '' }: Pick<Framework, 'template' | 'appDir'>): Promise<InstalledProject> {
    const templates = [template].flat();
    const { dir: packedDir, tarball } = await packTarball();
    try {
      const installation = await install(readTemplatePackage(templates), await readPackedPackage(tarball));
      const dir = mkdtempSync(join(tmpdir(), 'workflow-app-'));
      cpSync(APP, join(dir, appDir), { recursive: true });
      for (const source of templates) cpSync(source, dir, { recursive: true });
      await copyTree(join(installation, 'node_modules'), join(dir, 'node_modules'));
      const packageDir = join(dir, 'node_modules/workflow');
      // A hard link to the cached file, which must stay as it is.
      rmSync(join(packageDir, 'package.json'));
      await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', packageDir]);
      linkBin(dir, packageDir);
      cpSync(BROKEN_PACKAGE, join(dir, 'node_modules/images'), { recursive: true });
      return new InstalledProject(dir, appDir);
    } finally {
      rmSync(packedDir, { recursive: true, force: true });
    }
  }

  path(file: string): string {
    return join(this.dir, file);
  }

  /** Path of a file of the application, relative to the project. */
  appFile(file: string): string {
    return join(this.#appDir, file);
  }

  read(file: string): Promise<string> {
    return readFile(this.path(file), 'utf8');
  }

  async write(file: string, content: string): Promise<void> {
    await mkdir(dirname(this.path(file)), { recursive: true });
    await writeFile(this.path(file), content);
  }

  /** Writes a file at once, for hosts that would take the half of it for a configuration. */
  async replace(file: string, content: string): Promise<void> {
    const next = `${this.path(file)}.next`;
    await writeFile(next, content);
    await rename(next, this.path(file));
  }

  /** Replaces a text. @throws Error when the file does not contain it. */
  async edit(file: string, from: string, to: string): Promise<void> {
    const content = await this.read(file);
    if (!content.includes(from)) throw new Error(`${file} has no "${from}".`);
    await writeFile(this.path(file), content.replace(from, to));
  }

  delete(file: string): Promise<void> {
    return rm(this.path(file), { recursive: true });
  }

  /** Runs a program to its end. */
  run({ script, args = [], env = {} }: Command): Promise<Outcome> {
    const options = { cwd: this.dir, env: { ...cleanEnvironment(), ...env }, maxBuffer: OUTPUT_BYTES_MAX };
    return run(process.execPath, [this.path(script), ...args], options).then(
      ({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
      ({ stdout, stderr, message }: { stdout?: string; stderr?: string; message: string }) => ({
        ok: false,
        output: stdout === undefined ? message : `${stdout}${stderr}`,
      }),
    );
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The last `package.json` of the templates. */
function readTemplatePackage(templates: string[]): PackageJson {
  const file = templates.map((template) => join(template, 'package.json')).findLast((path) => existsSync(path));
  if (file === undefined) throw new Error(`No package.json in ${templates.join(', ')}.`);
  return JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
}

/** The fields of a package that npm needs to install it. */
async function readPackedPackage(tarball: string): Promise<PackageJson> {
  const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
  const packed = JSON.parse(stdout) as PackageJson;
  return Object.fromEntries(INSTALLED_BY.map((field) => [field, packed[field]]));
}

/**
 * Installs the packages of a project. The packed package is replaced by an empty one, because its files change with
 * every run of the tests; its dependencies are installed where npm would put them, also where the framework wants other
 * versions.
 * @returns A directory with `node_modules`. If two processes install the same at once, the first one's stays.
 */
async function install(project: PackageJson, packed: PackageJson): Promise<string> {
  const dependencies = { ...APP_PACKAGES, ...project.dependencies, workflow: `file:${STAND_IN}` };
  const texts = [{ ...project, dependencies }, packed];
  const [projectText, packedText] = texts.map((content) => JSON.stringify(content, null, 2)) as [string, string];
  const hash = createHash('sha256').update(projectText).update(packedText).digest('hex');
  const target = join(INSTALLATIONS, hash.slice(0, 16));
  if (existsSync(target)) return target;
  mkdirSync(INSTALLATIONS, { recursive: true });
  const dir = mkdtempSync(join(INSTALLATIONS, 'installing-'));
  try {
    mkdirSync(join(dir, 'package'));
    writeFileSync(join(dir, 'package/package.json'), packedText);
    writeFileSync(join(dir, 'package.json'), projectText);
    await run('tar', ['-czf', STAND_IN, 'package'], { cwd: dir });
    const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
    await run('npm', ['install', ...flags], { cwd: dir, env: cleanEnvironment(), maxBuffer: OUTPUT_BYTES_MAX });
    if (!existsSync(target)) renameSync(dir, target);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  return target;
}

/** Copies by hard links where the system has them: packages of a framework take up to 300 MB. */
export async function copyTree(from: string, to: string): Promise<void> {
  await run('cp', ['-al', from, to]).catch(() => cpSync(from, to, { recursive: true, verbatimSymlinks: true }));
}

/** Links the package's commands like npm. */
function linkBin(dir: string, packageDir: string): void {
  const { bin = {} } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
    bin?: Record<string, string>;
  };
  for (const [name, file] of Object.entries(bin)) {
    const launcher = `#!/bin/sh\nexec node "$(dirname "$0")/../workflow/${file}" "$@"\n`;
    writeFileSync(join(dir, 'node_modules/.bin', name), launcher, { mode: 0o755 });
  }
}
