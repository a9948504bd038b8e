/** An SQLite World in a separate process, for tests of processes that share a store, stop or die. */
import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { World } from '../../runtime/world/world.ts';

type Method = Exclude<keyof World, 'kind' | 'subscribe'>;

export interface CallMessage {
  id: number;
  method: Method;
  args: unknown[];
}
/** `code`: the call failed with this error of the catalogue. */
export type ReplyMessage = { id: number; value: unknown } | { id: number; code: string; message: string };

type Waiting = PromiseWithResolvers<never>;

export class ChildWorld {
  readonly #process: ChildProcess;
  readonly #waiting: Waiting[] = [];

  private constructor(child: ChildProcess) {
    this.#process = child;
    child.on('message', (reply: ReplyMessage) => this.#receive(reply));
  }

  /** An open World on the files in `dataDir`. */
  static async open(dataDir: string): Promise<ChildWorld> {
    const file = new URL('./store-process.ts', import.meta.url);
    const child = new ChildWorld(fork(file, [dataDir], { execArgv: [], serialization: 'advanced' }));
    onTestFinished(() => child.kill());
    await child.call('open');
    return child;
  }

  /** Calls a method in the process. A call stays pending if the process ends before it answers. */
  call<Name extends Method>(method: Name, ...args: Parameters<World[Name]>): ReturnType<World[Name]> {
    const id = this.#waiting.length;
    const reply: Waiting = Promise.withResolvers();
    this.#waiting.push(reply);
    // Without the callback it would throw when the process has just ended.
    this.#process.send({ id, method, args } satisfies CallMessage, () => undefined);
    return reply.promise as ReturnType<World[Name]>;
  }

  /** Ends the process at once. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  /** Stops the process at any point of its work. */
  stop(): void {
    this.#process.kill('SIGSTOP');
  }

  continue(): void {
    this.#process.kill('SIGCONT');
  }

  /** From now on no file of the process can grow past `bytesMax`, as on a full disk. */
  limitFiles(bytesMax: number | 'unlimited'): void {
    execFileSync('prlimit', ['--pid', String(this.#process.pid), `--fsize=${bytesMax}:unlimited`]);
  }

  #receive(reply: ReplyMessage): void {
    const { resolve, reject } = this.#waiting[reply.id]!;
    if ('code' in reply) reject(Object.assign(new Error(reply.message), { code: reply.code }));
    else resolve(reply.value as never);
  }
}
