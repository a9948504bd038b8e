/** A server process that is killed again and again, and started again at once. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface ServerOptions {
  /** The entry of a production build. */
  entry: string;
  port: number;
  env: Record<string, string>;
  /** Milliseconds from the moment the server answers to its death. */
  lifetimeMs: () => number;
}

export class CrashingServer {
  readonly baseUrl: string;
  readonly #options: ServerOptions;
  #child: ChildProcess | null = null;
  #stopping = false;
  #crashing = true;
  kills = 0;
  output = '';

  constructor(options: ServerOptions) {
    this.#options = options;
    this.baseUrl = `http://127.0.0.1:${options.port}`;
  }

  /** Keeps the server running and dying until {@link stop}. */
  async run(): Promise<void> {
    while (!this.#stopping) await this.#live();
  }

  /** Lets the server live from now on. */
  endCrashes(): void {
    this.#crashing = false;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#child?.kill('SIGKILL');
  }

  async #live(): Promise<void> {
    const { entry, port, env, lifetimeMs } = this.#options;
    const child = spawn(process.execPath, [entry], {
      env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const exited = once(child, 'exit');
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (this.output += String(text)));
    await Promise.race([this.#untilAnswering(), exited]);
    if (this.#crashing && !this.#stopping) {
      const timer = setTimeout(() => {
        if (!this.#crashing) return;
        this.kills += 1;
        child.kill('SIGKILL');
      }, lifetimeMs());
      void exited.then(() => clearTimeout(timer));
    }
    await exited;
  }

  async #untilAnswering(): Promise<void> {
    while (!this.#stopping && this.#child?.exitCode === null) {
      const answered = await fetch(this.baseUrl).then(
        () => true,
        () => false,
      );
      if (answered) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
