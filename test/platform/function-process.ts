/** One function: a process that its first request starts, and that is halted while no request keeps it awake. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { haltProcess } from '../halt-process.ts';
import type { OutputFunction } from './build-output.ts';
import type { LauncherMessage } from './function-launcher.ts';

const LAUNCHER = new URL('./function-launcher.ts', import.meta.url);

export interface FunctionProcessOptions {
  target: OutputFunction;
  env: NodeJS.ProcessEnv;
  /** Runs `act` while the process is at a point where it may be halted. */
  betweenWrites(act: () => void): void;
  /** The process has nothing more to do. Default: it is halted. */
  onOver?: (self: FunctionProcess) => void;
}

export class FunctionProcess {
  readonly #options: FunctionProcessOptions;
  #child: ChildProcess | null = null;
  #listening: Promise<number> | null = null;
  #requests = 0;
  #isHalted = false;
  /** The process's output so far. */
  output = '';

  constructor(options: FunctionProcessOptions) {
    this.#options = options;
  }

  get isHalted(): boolean {
    return this.#isHalted;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Answers a request in the running process, or in a new one. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#requests += 1;
    this.goOn();
    const port = await (this.#listening ??= this.#start());
    const { method, url, headers } = request;
    const proxied = forward({ host: '127.0.0.1', port, method, path: url, headers });
    const answered = once(proxied, 'response') as Promise<[IncomingMessage]>;
    response.once('close', () => proxied.destroy());
    // When this fails, so does the answer.
    pipeline(request, proxied).catch(() => {});
    const [answer] = await answered;
    response.writeHead(answer.statusCode!, answer.rawHeaders);
    await pipeline(answer, response);
  }

  #rest(): void {
    const { onOver } = this.#options;
    if (onOver) onOver(this);
    else this.halt();
  }

  /** Halts the process at once, whatever it does. */
  halt(): void {
    this.#options.betweenWrites(() => {
      this.#isHalted = true;
      if (this.#child) haltProcess(this.#child);
    });
  }

  goOn(): void {
    this.#isHalted = false;
    this.#child?.kill('SIGCONT');
  }

  /** Ends the process; the next request starts another. */
  async end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    this.#listening = null;
    this.#requests = 0;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async #start(): Promise<number> {
    const { target, env } = this.#options;
    const child = fork(LAUNCHER, [target.realDir, String(target.config.handler)], {
      cwd: target.realDir,
      env,
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (this.output += String(text)));
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    child.on('message', (message: LauncherMessage) => {
      if ('listening' in message) resolve(message.listening);
      else if (child === this.#child && message.over === this.#requests) this.#rest();
    });
    child.once('exit', () => reject(new Error(`The function ${target.path} has ended:\n${this.output}`)));
    return await promise;
  }
}
