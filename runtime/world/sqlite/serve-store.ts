/** A thread of a store in a file. It has one connection and executes one batch at a time. */
import { parentPort } from 'node:worker_threads';
import { toFailure } from './failure.ts';
import { noteOverwritten } from './file-content.ts';
import { openForReading, openForWriting } from './open-database.ts';
import { readBatch, writeBatch, type BatchOutcome } from './run-batch.ts';
import { handedOver } from './request-weight.ts';
import { toPaths } from './store-paths.ts';
import type { Store } from './store.ts';
import type { FromThread, Request, Role, ThreadData, ToThread } from './thread-messages.ts';
import { dropLocks } from './workers.ts';
import { WriterUpkeep } from './writer-upkeep.ts';

const send = (message: FromThread): void =>
  parentPort!.postMessage(message, message.kind === 'replies' ? handedOver(message.replies) : []);

function serveWrites(store: Store): void {
  store.files!.onReplaced = (error, isOverwritten) => {
    if (isOverwritten) noteOverwritten(store);
    send({ kind: 'gone', failure: toFailure(error, store.paths.file) });
  };
  const upkeep = new WriterUpkeep(store, {
    onElsewhere: () => send({ kind: 'elsewhere' }),
    onBlocked: (failure) => send({ kind: 'blocked', failure }),
  });
  const runBatch = (requests: Request<'write'>[]): BatchOutcome => {
    const outcome = writeBatch(store, requests);
    upkeep.noteBatch(outcome);
    return outcome;
  };
  serve(runBatch, () => {
    upkeep.stop();
    dropLocks();
    store.db.close();
  });
  upkeep.reserve();
}

function serveReads(store: Store): void {
  serve(
    (requests: Request<'read'>[]) => readBatch(store, requests),
    () => store.db.close(),
  );
}

function serve<R extends Role>(runBatch: (requests: Request<R>[]) => BatchOutcome, close: () => void): void {
  parentPort!.on('message', (message: ToThread<R>) => {
    if (message.kind === 'batch') {
      send({ kind: 'replies', ...runBatch(message.requests) });
    } else {
      close();
      // Ends the thread once it has nothing left to do. Deno's port cannot be closed.
      if (process.versions['deno']) process.exit();
      else parentPort!.close();
    }
  });
  send({ kind: 'ready' });
}

/** Opens the store and serves until it is told to close. */
export function serveStore(data: ThreadData): void {
  try {
    if (data.role === 'write') serveWrites(openForWriting(data));
    else serveReads(openForReading(data));
  } catch (error) {
    send({ kind: 'unusable', failure: toFailure(error, toPaths(data.dataDir).file) });
  }
}
