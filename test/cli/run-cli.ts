/** The program `workflow`, as it is called in a terminal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { cleanEnvironment } from '../frameworks/server-process.ts';

/** The script of the program. */
export const CLI = join(import.meta.dirname, '../../dist/cli/bin.js');

export interface CliOptions {
  cwd?: string;
  env?: Record<string, string>;
}

export interface CliOutcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Most of the time of a short command goes into reading its own code. */
const CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'workflow-test-compile-cache') };

/** The environment of the program. */
export const cliEnvironment = (): NodeJS.ProcessEnv => ({ ...cleanEnvironment(), ...CACHE });

/** Starts the program. */
export function startCli(args: string[], { cwd = tmpdir(), env = {} }: CliOptions = {}): ChildProcess {
  const options = { cwd, env: { ...cliEnvironment(), ...env } };
  return spawn(process.execPath, [CLI, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs it to its end. */
export async function runCli(args: string[], options?: CliOptions): Promise<CliOutcome> {
  const child = startCli(args, options);
  const ended = once(child, 'close') as Promise<[number]>;
  const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  const [exitCode] = await ended;
  return { exitCode, stdout, stderr };
}
