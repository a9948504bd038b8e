/** Projects in temporary folders, with this package installed from its sources. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { OWN_FOLDERS } from '../../compiler/own-code.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

export interface TempProject {
  dir: string;
  path(name: string): string;
  write(files: Record<string, string>): Promise<void>;
  remove(name: string): Promise<void>;
  read(name: string): Promise<string>;
  /** Time of the last change, to tell whether a file was written again. */
  writtenAt(name: string): Promise<bigint>;
  /** Runs an ES module in the project's folder and gives back what it logs, parsed as JSON. */
  run<Logged = unknown>(code: string): Promise<Logged>;
}

/** Makes a project out of file names and contents; it is removed at the end of the test. */
export async function createTempProject(files: Record<string, string>): Promise<TempProject> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'workflow-build-')));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const project = projectIn(dir);
  await project.write({ 'package.json': '{ "type": "module" }', ...files });
  await installFromSources(dir);
  return project;
}

function projectIn(dir: string): TempProject {
  const path = (name: string): string => join(dir, name);
  return {
    dir,
    path,
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(path(name)), { recursive: true });
        await writeFile(path(name), content);
      }
    },
    remove: (name) => rm(path(name)),
    read: (name) => readFile(path(name), 'utf8'),
    writtenAt: async (name) => (await stat(path(name), { bigint: true })).mtimeNs,
    async run(code) {
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: dir });
      return JSON.parse(stdout);
    },
  };
}

/**
 * Puts this package into a folder as users have it, with its real export conditions, but with the sources in place of
 * what is emitted.
 */
export async function installFromSources(dir: string): Promise<void> {
  const installed = join(dir, 'node_modules/workflow');
  const own: { name: string; type: string; exports: object } = JSON.parse(
    await readFile(join(REPOSITORY, 'package.json'), 'utf8'),
  );
  const { name, type, exports } = own;
  const toSource = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? value.replace(/^\.\/dist\/(.*)\.js$/, './$1.ts') : value;
  await mkdir(installed, { recursive: true });
  await writeFile(join(installed, 'package.json'), JSON.stringify({ name, type, exports }, toSource));
  for (const folder of OWN_FOLDERS) await symlink(folder, join(installed, basename(folder)), 'dir');
}
