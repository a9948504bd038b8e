/** What the main thread and a store thread say to each other. Types only: the main thread never loads SQLite. */
import type { Change } from '../world.ts';
import type { Failure } from './failure.ts';
import type { DatabaseOptions } from './open-database.ts';
import type { READS, WRITES } from './operations.ts';
import type { Store } from './store.ts';

interface Operations {
  write: typeof WRITES;
  read: typeof READS;
}
export type Role = keyof Operations;
export type OperationName<R extends Role> = keyof Operations[R] & string;

type Operation<R extends Role, Name extends OperationName<R>> = Operations[R][Name] extends (
  store: Store,
  ...args: infer Args
) => infer Result
  ? { args: Args; result: Result }
  : never;
export type ArgumentsOf<R extends Role, Name extends OperationName<R>> = Operation<R, Name>['args'];
export type ResultOf<R extends Role, Name extends OperationName<R>> = Operation<R, Name>['result'];

/** The `workerData` of a store thread. */
export interface ThreadData extends DatabaseOptions {
  role: Role;
}

export type Request<R extends Role> = [name: OperationName<R>, ...args: unknown[]];
export type ToThread<R extends Role> = { kind: 'batch'; requests: Request<R>[] } | { kind: 'close' };

export type Reply = { value: unknown } | { failure: Failure };
export type FromThread =
  | { kind: 'ready' }
  /** The database could not be opened; the thread ends. */
  | { kind: 'unusable'; failure: Failure }
  /** One reply for each request of the batch, and what changed, in order. */
  | { kind: 'replies'; replies: Reply[]; changes: Change[] }
  /** Another connection changed the file. */
  | { kind: 'elsewhere' };
