/** Executes the requests of a batch. */
import { toFailure } from './failure.ts';
import { READS, WRITES } from './operations.ts';
import type { Store } from './store.ts';
import type { ThreadReplies, ThreadReply, Request } from './thread-messages.ts';

/** See {@link ThreadReplies}. */
export type BatchOutcome = Omit<ThreadReplies, 'kind'>;

/**
 * Executes all requests in one transaction, with one sync of the disk. A request whose conditions do not hold writes
 * nothing and says so in its result. A request that throws undoes the transaction: if the store is at fault, all
 * requests fail alike; otherwise each request gets its own transaction, so that only the bad one fails.
 */
export function writeBatch(store: Store, requests: readonly Request<'write'>[]): BatchOutcome {
  try {
    const { result, ...done } = store.transaction(() => requests.map((request) => write(store, request)));
    return { replies: result, ...done };
  } catch (error) {
    const failure = toFailure(error, store.paths.file);
    if (failure.isStoreFault || requests.length === 1)
      return { replies: requests.map(() => ({ failure })), changes: [], syncMs: 0 };
    const outcomes = requests.map((request) => writeBatch(store, [request]));
    return {
      replies: outcomes.flatMap(({ replies }) => replies),
      changes: outcomes.flatMap(({ changes }) => changes),
      syncMs: outcomes.reduce((sum, { syncMs }) => sum + syncMs, 0),
    };
  }
}

function write(store: Store, [name, ...args]: Request<'write'>): ThreadReply {
  return { value: Reflect.apply(WRITES[name], null, [store, ...args]) };
}

/** Executes each request by itself. A read sees everything that was acknowledged before it was requested. */
export function readBatch(store: Store, requests: readonly Request<'read'>[]): BatchOutcome {
  return { replies: requests.map((request) => read(store, request)), changes: [], syncMs: 0 };
}

function read(store: Store, [name, ...args]: Request<'read'>): ThreadReply {
  try {
    return { value: Reflect.apply(READS[name], null, [store, ...args]) };
  } catch (error) {
    return { failure: toFailure(error, store.paths.file) };
  }
}
