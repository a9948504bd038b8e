/** A copy of the test application in a project of its own, with the package installed as npm would. */
import { execFile } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packPackage } from '../package/packed-package.ts';
import { cleanEnvironment } from './server-process.ts';

const APP = join(import.meta.dirname, '../apps/nitro');
const NITRO = 'nitro/dist/cli/index.mjs';

export interface ToolOutcome {
  ok: boolean;
  output: string;
}

export interface AppProject {
  readonly dir: string;
  /** Nitro's command. */
  readonly nitro: string;
  path(file: string): string;
  read(file: string): Promise<string>;
  write(file: string, content: string): Promise<void>;
  /** Replaces a text that the file must have. */
  edit(file: string, from: string, to: string): Promise<void>;
  delete(file: string): Promise<void>;
  /** Runs `nitro build`. */
  build(options?: { args?: string[]; env?: Record<string, string> }): Promise<ToolOutcome>;
  /** Runs a program of an installed package. @param script Its file, from `node_modules`. */
  runTool(script: string, args: string[], env?: Record<string, string>): Promise<ToolOutcome>;
  remove(): void;
}

export async function createAppProject(): Promise<AppProject> {
  const packed = await packPackage();
  packed.install(['nitro', 'rollup', 'vite']);
  const dir = packed.projectDir;
  cpSync(APP, dir, { recursive: true });
  writeFileSync(join(dir, 'package.json'), '{ "private": true, "type": "module" }');
  const path = (file: string): string => join(dir, file);
  const read = (file: string): Promise<string> => readFile(path(file), 'utf8');
  async function runTool(script: string, args: string[], env: Record<string, string> = {}): Promise<ToolOutcome> {
    const options = { cwd: dir, env: { ...cleanEnvironment(), ...env } };
    return await promisify(execFile)(process.execPath, [path(`node_modules/${script}`), ...args], options).then(
      ({ stdout, stderr }) => ({ ok: true, output: stdout + stderr }),
      ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ ok: false, output: stdout + stderr }),
    );
  }

  return {
    dir,
    nitro: path(`node_modules/${NITRO}`),
    path,
    read,
    async write(file, content) {
      await mkdir(dirname(path(file)), { recursive: true });
      await writeFile(path(file), content);
    },
    async edit(file, from, to) {
      const content = await read(file);
      if (!content.includes(from)) throw new Error(`${file} has no "${from}".`);
      await writeFile(path(file), content.replace(from, to));
    },
    delete: (file) => rm(path(file), { recursive: true }),
    build: ({ args = [], env } = {}) => runTool(NITRO, ['build', ...args], env),
    runTool,
    remove: packed.remove,
  };
}
