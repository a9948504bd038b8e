import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { defineHandler } from 'nitro';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (options: Record<string, string>) => void;

/** What the heap holds that is in use, of this worker and of nothing else: also without what V8 keeps in case it is compiled again. */
export default defineHandler(() => {
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  return { heapBytes: process.memoryUsage().heapUsed };
});
