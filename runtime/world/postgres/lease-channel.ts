/** The application's end of the thread that renews leases. The thread does not keep the process alive. */
import type { Worker } from 'node:worker_threads';
import type { WorkerId } from '../../contract/ids.ts';
import { createSharedLease, readSharedLease, type SharedLease } from '../threads/shared-lease.ts';
import { startThread } from '../threads/start-thread.ts';
import type { KeepLeaseOptions, KeptLease } from '../world.ts';
import { driverUrl } from './import-driver.ts';
import type { LeaseTime, ToLeaseKeeper } from './keep-leases.ts';

/** Starts the thread when it is needed. */
export class LeaseChannel {
  readonly #options: { url: string; schema: string; applicationName: string };
  readonly #shared = new Map<WorkerId, SharedLease>();
  #thread: Worker | null = null;
  /** Resolves when the thread is at work, or has ended. */
  #atWork: Promise<void> = Promise.resolve();

  constructor(options: { url: string; schema: string; applicationName: string }) {
    this.#options = options;
  }

  /** See `World.keepLease`. Resolves when code may hold the event loop. */
  async keep(workerId: WorkerId, options: KeepLeaseOptions & LeaseTime): Promise<KeptLease> {
    const known = this.#shared.get(workerId);
    const shared = known ?? createSharedLease();
    this.#shared.set(workerId, shared);
    // A thread that was lost forgot its leases, and those of the others come again with their next renewal.
    if (!known || !this.#thread) this.#post({ kind: 'keep', workerId, shared, ...options });
    await this.#atWork;
    return readSharedLease(shared);
  }

  /** The worker has left. */
  drop(workerId: WorkerId): void {
    if (this.#shared.delete(workerId))
      this.#thread?.postMessage({ kind: 'drop', workerId } satisfies ToLeaseKeeper, []);
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    if (!thread) return;
    const hasEnded = new Promise((resolve) => thread.once('exit', resolve));
    thread.ref();
    thread.postMessage({ kind: 'close' } satisfies ToLeaseKeeper, []);
    await hasEnded;
  }

  #post(message: ToLeaseKeeper): void {
    this.#thread ??= this.#start();
    this.#thread.postMessage(message, []);
  }

  #start(): Worker {
    const thread = startThread({ role: 'leases', ...this.#options, driverUrl: driverUrl() }, 'workflow store: leases');
    const forget = (): void => {
      if (this.#thread === thread) this.#thread = null;
    };
    this.#atWork = new Promise((resolve) => {
      thread.once('message', () => {
        thread.unref();
        resolve();
      });
      thread.on('error', forget);
      thread.on('exit', () => {
        forget();
        resolve();
      });
    });
    return thread;
  }
}
