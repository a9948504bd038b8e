/** A worker in a process of its own, whose steps talk to the test. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { haltProcess } from '../halt-process.ts';

export class ForkedWorker {
  readonly #process: ChildProcess;
  /** Its messages, in order. */
  readonly said: unknown[] = [];
  /** All that it printed. */
  output = '';

  private constructor(child: ChildProcess) {
    this.#process = child;
    child.on('message', (message) => this.said.push(message));
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.output += String(text)));
  }

  /** Starts a script that sends messages when something has happened; it is killed when the test ends. */
  static start(script: URL, env: Record<string, string>): ForkedWorker {
    const options = { env: { ...process.env, ...env }, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] };
    const child = fork(script, [], options as object);
    onTestFinished(() => void child.kill('SIGKILL'));
    return new ForkedWorker(child);
  }

  get pid(): number {
    return this.#process.pid!;
  }

  get isAlive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Resolves when it has sent this message. */
  async says(message: string): Promise<void> {
    while (!this.said.includes(message)) await once(this.#process, 'message');
  }

  /** Resolves when it has printed something that matches. */
  async prints(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.output)) {
      await Promise.race([once(this.#process.stderr!, 'data'), once(this.#process.stdout!, 'data')]);
    }
  }

  tell(message: string): void {
    this.#process.send(message);
  }

  /** Resolves when it is dead. */
  async kill(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  /** Stops it where it is. It stands still when this returns. */
  halt(): void {
    haltProcess(this.#process);
  }

  goOn(): void {
    this.#process.kill('SIGCONT');
  }
}
