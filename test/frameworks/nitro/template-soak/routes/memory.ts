import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { defineHandler } from 'nitro';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (options: Record<string, string>) => void;

/** The heap that this worker alone uses, in bytes, without the code that V8 keeps for reuse. */
export default defineHandler(() => {
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  return { heapBytes: process.memoryUsage().heapUsed };
});
