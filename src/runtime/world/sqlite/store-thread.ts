/** Entry of a store thread: one connection, one batch at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from './failure.ts';
import { openForReading, openForWriting } from './open-database.ts';
import { readBatch, writeBatch } from './run-batch.ts';
import { toPaths } from './store-paths.ts';
import type { Store } from './store.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';
import { dropLocks } from './workers.ts';
import { WriterUpkeep } from './writer-upkeep.ts';

const data = workerData as ThreadData;
const port = parentPort!;
const send = (message: FromThread): void => port.postMessage(message);

function serve(store: Store): void {
  const upkeep = data.role === 'write' ? new WriterUpkeep(store, () => send({ kind: 'elsewhere' })) : null;
  const runBatch = data.role === 'write' ? writeBatch : readBatch;
  port.on('message', (message: ToThread) => {
    if (message.kind === 'batch') {
      send({ kind: 'replies', ...runBatch(store, message.requests) });
      upkeep?.noteBatch();
      return;
    }
    upkeep?.stop();
    dropLocks();
    store.db.close();
    port.close();
  });
  send({ kind: 'ready' });
}

let store: Store | null = null;
try {
  store = data.role === 'write' ? openForWriting(data) : openForReading(data);
} catch (error) {
  send({ kind: 'unusable', failure: toFailure(error, toPaths(data.dataDir).file) });
}
if (store) serve(store);
