/** Memory that is in use, apart from what the collector has not got to yet. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes that are reachable in this thread: objects, and the buffers they hold. */
export async function reachableBytes(): Promise<number> {
  collectGarbage();
  // Memory that the first collection finalized still counts until the event loop has gone round.
  await setImmediate();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
