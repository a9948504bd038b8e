/** The messages between the main thread and a store thread. Types only: the main thread never loads SQLite. */
import type { Change } from '../world.ts';
import type { StoreFailure } from './failure.ts';
import type { DatabaseOptions } from './open-database.ts';
import type { READS, WRITES } from './operations.ts';
import type { Store } from './store.ts';

interface Operations {
  write: typeof WRITES;
  read: typeof READS;
}
/** Which operations a store thread executes. */
export type Role = keyof Operations;
/** The name of an operation of a role. */
export type OperationName<R extends Role> = keyof Operations[R] & string;

type Operation<R extends Role, Name extends OperationName<R>> = Operations[R][Name] extends (
  store: Store,
  ...args: infer Args
) => infer Result
  ? { args: Args; result: Result }
  : never;
/** The arguments of an operation, without the store. */
export type ArgumentsOf<R extends Role, Name extends OperationName<R>> = Operation<R, Name>['args'];
/** The result of an operation. */
export type ResultOf<R extends Role, Name extends OperationName<R>> = Operation<R, Name>['result'];

/** The `workerData` of a store thread. */
export interface ThreadData extends DatabaseOptions {
  role: Role;
}

/** One operation with its arguments. */
export type Request<R extends Role> = [name: OperationName<R>, ...args: unknown[]];
/** A message to a store thread. */
export type ToThread<R extends Role> = { kind: 'batch'; requests: Request<R>[] } | { kind: 'close' };

/** The result of one request. */
export type ThreadReply = { value: unknown } | { failure: StoreFailure };
/** The outcome of a batch: one reply for each request, and what changed, in order. */
export interface ThreadReplies {
  kind: 'replies';
  replies: ThreadReply[];
  changes: Change[];
  /** How long the disk took to make it durable. */
  syncMs: number;
}
/** A message from a store thread. */
export type FromThread =
  | { kind: 'ready' }
  /** The database could not be opened; the thread ends. */
  | { kind: 'unusable'; failure: StoreFailure }
  | ThreadReplies
  /** The files are no longer those that were opened: see `world_files_replaced`. */
  | { kind: 'gone'; failure: StoreFailure }
  /** Another process keeps this one from writing; `null`: not any more. */
  | { kind: 'blocked'; failure: StoreFailure | null }
  /** Another connection changed the file. */
  | { kind: 'elsewhere' };
