/** The example `examples/orders`, built for production and run as a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runTool } from '../run-tool.ts';

const ROOT = join(import.meta.dirname, '../..');
const APP = join(ROOT, 'examples/orders');
const SERVER = join(APP, '.output/server/index.mjs');
const BOOT_LIMIT_MS = 120_000;
const POLL_MS = 50;
/** The last part of a server's output, to show it when the server fails. */
const OUTPUT_CHARACTERS_MAX = 8_000;

/** Makes the example find the package of this repository, as `npm install` in its folder would. */
export function linkPackage(): void {
  const link = join(APP, 'node_modules/workflow');
  if (existsSync(link)) return;
  mkdirSync(join(APP, 'node_modules'), { recursive: true });
  symlinkSync(ROOT, link, 'junction');
}

/** @throws With the words of the build when it fails. */
export async function buildApp(): Promise<void> {
  linkPackage();
  const { ok, output } = await runTool({ name: 'nitro', args: ['build'], cwd: APP, isQuiet: true });
  if (!ok) throw new Error(`examples/orders could not be built:\n${output}`);
}

/** `preferred` where it is free, else any other. */
export async function findFreePort(preferred: number): Promise<number> {
  const probe = createServer();
  // On every address: whoever listens at one of them might be the one that "localhost" leads to.
  const listen = async (port: number): Promise<void> => {
    probe.listen(port);
    await once(probe, 'listening');
  };
  await listen(preferred).catch(() => listen(0));
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

/** One address and one store, with a server that can be killed and started again. */
export class OrdersApp {
  readonly url: string;
  readonly #env: NodeJS.ProcessEnv;
  #server: ChildProcess | null = null;
  #output = '';

  /** @param env Settings, such as where the store is. */
  constructor({ port, env }: { port: number; env: NodeJS.ProcessEnv }) {
    this.url = `http://localhost:${port}`;
    const outer = Object.entries(process.env).filter(([name]) => !/^(WORKFLOW|NITRO|ORDERS)_/.test(name));
    this.#env = {
      ...Object.fromEntries(outer),
      NITRO_PORT: String(port),
      NITRO_HOST: '127.0.0.1',
      ...env,
    };
  }

  /** The end of what all its servers have printed. */
  get output(): string {
    return this.#output;
  }

  /**
   * Starts a server; resolves with its process id when it answers.
   * @throws When it ends or does not answer in time.
   */
  async start(): Promise<number> {
    const server = spawn(process.execPath, [SERVER], { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#server = server;
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-OUTPUT_CHARACTERS_MAX);
      });
    }
    await this.#untilItAnswers(server);
    return server.pid!;
  }

  /** Ends the server as a power cut would, and waits until it is gone. */
  async kill(): Promise<void> {
    const server = this.#server;
    if (!server || hasEnded(server)) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  /** Ends the server without waiting: for the moment in which this process ends. */
  killNow(): void {
    this.#server?.kill('SIGKILL');
  }

  /** Resolves when the server ends. */
  async untilEnd(): Promise<void> {
    if (this.#server && !hasEnded(this.#server)) await once(this.#server, 'exit');
  }

  async #untilItAnswers(server: ChildProcess): Promise<void> {
    const deadline = Date.now() + BOOT_LIMIT_MS;
    while (!(await answers(this.url))) {
      if (hasEnded(server)) throw new Error('The server ended before it answered.');
      if (Date.now() > deadline) throw new Error(`The server does not answer at ${this.url}.`);
      await pause(POLL_MS);
    }
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
