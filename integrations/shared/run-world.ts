/** Starts the runtime when a server boots, and stops it in an orderly way when the process ends. */
import { constants } from 'node:os';
import { getWorld } from '../../runtime/entries/runtime.ts';

const ENDING_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Shared by all copies of this package in a process. */
const KEY = Symbol.for('workflow.ends-with-process');

/** How the runtime ends with its host. */
export interface WorldLife {
  /**
   * Whether the host ends the process on a signal without waiting for steps. It then gets the signal only after running
   * steps have finished. Default false.
   */
  endsFirst?: boolean;
}

/**
 * Starts the worker, so that runs continue before the first request. Never rejects: if the store is unavailable for a
 * moment, the server keeps serving and the next request tries again.
 * @param ready Resolves when the build is registered.
 */
export async function runWorld(ready: Promise<void>, { endsFirst = false }: WorldLife = {}): Promise<void> {
  endWithProcess(endsFirst);
  try {
    await ready;
    await getWorld().start();
  } catch (error) {
    console.error('[workflow] The runtime cannot start; the next request tries again:', error);
  }
}

/**
 * On SIGTERM and SIGINT, lets running steps finish (for at most 5 seconds) and releases runs before the process ends.
 * The process then ends through the host's own listeners, or as it would have without this one.
 */
function endWithProcess(endsFirst: boolean): void {
  const holder = globalThis as { [KEY]?: true };
  if (holder[KEY]) return;
  holder[KEY] = true;
  for (const signal of ENDING_SIGNALS) {
    const told = endsFirst ? takeListeners(signal) : [];
    process.once(signal, () => void endOn(signal, told));
  }
}

type SignalListener = (signal: NodeJS.Signals) => void;

function takeListeners(signal: NodeJS.Signals): SignalListener[] {
  const listeners = process.listeners(signal) as SignalListener[];
  for (const listener of listeners) process.off(signal, listener);
  return listeners;
}

/** @param told The listeners that get the signal afterwards. */
async function endOn(signal: NodeJS.Signals, told: SignalListener[]): Promise<void> {
  const isAlone = process.listenerCount(signal) + told.length === 0;
  await getWorld()
    .close()
    .catch((error: unknown) => console.error('[workflow] The runtime could not end in good order:', error));
  for (const listener of told) listener(signal);
  if (isAlone) endBySignal(signal);
}

/** Ends the process as the signal would have. Linux ignores signals that process 1, as in a container, sends itself. */
function endBySignal(signal: NodeJS.Signals): void {
  if (process.pid === 1) process.exit(128 + constants.signals[signal]);
  process.kill(process.pid, signal);
}
