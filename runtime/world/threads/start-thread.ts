/** Starts the threads of stores. Their code is a text, because bundled servers have no file of ours. */
import { Worker } from 'node:worker_threads';
import type { StoreThreadData } from './store-thread.ts';
import { threadScript } from './thread-script.generated.ts';

/**
 * Used instead of the flags of the process, which may load code of the application. Node 22 calls SQLite experimental.
 * Deno takes no flags.
 */
const THREAD_FLAGS = process.versions['deno'] ? [] : ['--disable-warning=ExperimentalWarning'];

/** Starts a thread. @param name For people who look at the threads of a process. */
export const startThread = (workerData: StoreThreadData, name: string): Worker =>
  new Worker(threadScript, { eval: true, workerData, execArgv: THREAD_FLAGS, name });
