/** Starts the threads of stores. They all begin in one file, which bundlers of servers have to be told of. */
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { StoreThreadData } from './store-thread.ts';

/** A literal, so that tools that copy the files of a server find it. */
const BUILT_THREAD = new URL('./store-thread.js', import.meta.url);
/** The sources can be executed without a build, too. */
const RUNS_FROM_SOURCES = import.meta.url.endsWith('.ts');
const THREAD = RUNS_FROM_SOURCES ? new URL(BUILT_THREAD.href.replace(/js$/, 'ts')) : BUILT_THREAD;

// Node strips types with WebAssembly, and V8 crashes the process when threads optimise calls from WebAssembly into
// JavaScript at the same time (github.com/nodejs/node/issues/64500). This flag prevents the optimisation.
if (RUNS_FROM_SOURCES) setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647');

/**
 * Used instead of the flags of the process, which may load code of the application. Node 22 calls SQLite experimental.
 * Deno takes no flags.
 */
const THREAD_FLAGS = process.versions['deno'] ? [] : ['--disable-warning=ExperimentalWarning'];

/** Starts a thread. @param name For people who look at the threads of a process. */
export const startThread = (workerData: StoreThreadData, name: string): Worker =>
  new Worker(THREAD, { workerData, execArgv: THREAD_FLAGS, name });
