/** A server in a process of its own. It keeps its address when it is killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { HANGS_AFTER_MS } from '../time-limits.ts';

const POLL_MS = 20;
/** Variables that vitest or this machine may have set and that would change a server's behaviour. */
const FOREIGN_SETTING = /^(?:WORKFLOW_|NITRO_|NUXT_|NEXT_|VERCEL|VITEST|TEST$|CI$|NODE_ENV$|NODE_OPTIONS$|PORT$)/;

export interface ServerProcessOptions {
  /** The program that runs the script. Default: the Node of the tests. */
  program?: string;
  /** Arguments of that program, before the script. */
  flags?: string[];
  /** Path of the script. */
  script: string;
  args?: string[];
  cwd: string;
  env: Record<string, string>;
  port: number;
}

export class ServerProcess {
  readonly url: string;
  readonly #options: ServerProcessOptions;
  #child: ChildProcess | null = null;
  #output = '';

  constructor(options: ServerProcessOptions) {
    this.#options = options;
    this.url = `http://127.0.0.1:${options.port}`;
  }

  /** The output of all processes on this address so far. */
  get output(): string {
    return this.#output;
  }

  /** Id of the latest process. */
  get pid(): number {
    return this.#child!.pid!;
  }

  /** Resolves when the server answers. @param env Settings for this start only. */
  async start(env: Record<string, string> = {}): Promise<void> {
    this.startUnasked(env);
    await this.untilItAnswers();
  }

  /** Starts the server without sending it a request. */
  startUnasked(env: Record<string, string> = {}): void {
    const { program = process.execPath, flags = [], script, args = [], cwd, env: ownEnv } = this.#options;
    const child = spawn(program, [...flags, script, ...args], {
      cwd,
      env: { ...cleanEnvironment(), ...ownEnv, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own: processes that a development server starts must end with it.
      detached: true,
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
  }

  async untilItAnswers(): Promise<void> {
    const child = this.#child!;
    const deadline = Date.now() + HANGS_AFTER_MS;
    while (!(await answers(this.url))) {
      if (hasEnded(child) || Date.now() > deadline) throw new Error(`The server does not answer:\n${this.#output}`);
      await pause(POLL_MS);
    }
  }

  /** The exit code of the latest process; `null`: it runs, or ended by a signal. */
  get exitCode(): number | null {
    return this.#child!.exitCode;
  }

  /** Ends the process with a signal and waits for its exit: `SIGKILL` simulates a power cut. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const ended = once(child, 'exit');
    // To the whole group, like a terminal or a power cut.
    process.kill(-child.pid!, signal);
    await ended;
    if (signal === 'SIGKILL') return;
    // Processes that it has started may not end by themselves.
    killGroup(child.pid!);
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left.
  }
}

/** The environment of a user's terminal. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN_SETTING.test(name)));
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Development servers answer 503 until the application is there. */
async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    ({ status }) => status !== 503,
    () => false,
  );
}
