/** Starts the runtime of a server when it boots, and ends it in good order with the process. */
import { getWorld } from '../../runtime/entries/runtime.ts';

const ENDING_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** One for all copies of this package in a process. */
const KEY = Symbol.for('workflow.ends-with-process');

export interface WorldLife {
  /**
   * The host ends the process by itself as soon as it is told to end, with steps that run cut off: it is told when they have
   * finished. Default false.
   */
  endsFirst?: boolean;
}

/**
 * Starts the worker, so that runs go on before the first request comes. Never rejects: a server whose store is away for a
 * moment serves on, and the next request tries again.
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
 * On SIGTERM and SIGINT lets the steps that run finish (for at most 5 seconds) and gives runs back, before the process ends:
 * by the host's own doing where it has listeners, else as it would have without this.
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

/** @param told Whom the signal is passed on to. */
async function endOn(signal: NodeJS.Signals, told: SignalListener[]): Promise<void> {
  const isAlone = process.listenerCount(signal) + told.length === 0;
  await getWorld()
    .close()
    .catch((error: unknown) => console.error('[workflow] The runtime could not end in good order:', error));
  for (const listener of told) listener(signal);
  if (isAlone) process.kill(process.pid, signal);
}
