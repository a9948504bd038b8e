/** A separate project for the application in `app/`, with a framework and the packed package installed by npm. */
import { execFile } from 'node:child_process';
import {
  closeSync,
  cpSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packTarball } from '../package/packed-package.ts';
import type { Command, Framework } from './framework.ts';
import { installPackages } from './installation.ts';
import { cleanEnvironment } from './server-process.ts';

const run = promisify(execFile);
const APP = join(import.meta.dirname, 'app');
/** One of them no machine can load, the other one has state. */
const PACKAGES = join(import.meta.dirname, 'packages');
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

export interface Outcome {
  ok: boolean;
  /** Standard output and error output. */
  output: string;
}

type Installed = Pick<Framework, 'template' | 'appDir' | 'watchesPackages'>;

export class InstalledProject {
  readonly dir: string;
  /** Directory of the application, relative to the project. */
  readonly #appDir: string;

  private constructor(dir: string, appDir: string) {
    this.dir = dir;
    this.#appDir = appDir;
  }

  static async create({ template, appDir = '', watchesPackages = false }: Installed): Promise<InstalledProject> {
    const templates = [template].flat();
    const installation = await installPackages(templates);
    const { dir: packedDir, tarball } = await packTarball();
    try {
      const dir = mkdtempSync(join(tmpdir(), 'workflow-app-'));
      cpSync(APP, join(dir, appDir), { recursive: true });
      for (const source of templates) cpSync(source, dir, { recursive: true, filter: isOfProject });
      await copyTree(join(installation, 'node_modules'), join(dir, 'node_modules'), !watchesPackages);
      const packageDir = join(dir, 'node_modules/workflow');
      // A hard link to the cached file, which must stay as it is.
      rmSync(join(packageDir, 'package.json'));
      await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', packageDir]);
      linkBin(dir, packageDir);
      cpSync(PACKAGES, join(dir, 'node_modules'), { recursive: true });
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

  /**
   * Replaces a text, in the file itself. It is never empty meanwhile: a bundler that reads it in that moment keeps a
   * module without exports until the next save.
   * @throws Error when the file does not contain the text.
   */
  async edit(file: string, from: string, to: string): Promise<void> {
    const content = await this.read(file);
    if (!content.includes(from)) throw new Error(`${file} has no "${from}".`);
    const opened = openSync(this.path(file), 'r+');
    ftruncateSync(opened, writeSync(opened, content.replace(from, to)));
    closeSync(opened);
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

/** The lock files are about the empty package. */
const isOfProject = (file: string): boolean => basename(file) !== 'package-lock.json';

/** Copies by hard links where the system has them: packages of a framework take up to 300 MB. */
export async function copyTree(from: string, to: string, byLinks = true): Promise<void> {
  const copy = (): void => cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  await run('cp', [byLinks ? '-al' : '-a', from, to]).catch(copy);
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
