/** The connections of a World to its database, and the transactions on them. */
import { isDuplicate, isUnprepared, mayRepeat, spoilsConnection, toWorldError } from './failure.ts';
import type { RequestPool } from './resting-pool.ts';
import { Session, type Dialect, type Notice } from './session.ts';

/** Databases ask for a transaction to be made again when it met another one. */
const TRIES_MAX = 20;

/**
 * Each statement is to see what others have committed before it, whatever the default of the database is. A process
 * that is stopped in the middle of a transaction must not keep rows from others for ever.
 */
const BEGIN = 'begin isolation level read committed; set local idle_in_transaction_session_timeout = 5000';

/** A database, as requests see it. */
export class Database {
  readonly #pool: RequestPool;
  #dialect: Dialect;
  /** The address, for messages: without password. */
  readonly name: string;
  readonly #publish: (notices: readonly Notice[]) => void;

  constructor(
    pool: RequestPool,
    { name, publish, ...dialect }: Dialect & { name: string; publish: (notices: readonly Notice[]) => void },
  ) {
    this.#pool = pool;
    this.#dialect = dialect;
    this.name = name;
    this.#publish = publish;
  }

  /** A session whose statements are transactions of their own, on any connection. */
  get session(): Session {
    return new Session((query) => this.#pool.query(query), this.#dialect);
  }

  /** Executes one statement, or reads that need not fit together. Publishes the changes when it is done. */
  async ask<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return await this.#repeat(async () => {
      const { session } = this;
      const result = await work(session);
      this.#publish(session.notices);
      return result;
    });
  }

  /** Executes statements as one transaction: all are durable when it resolves, and none when it rejects. */
  async transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    // A row that somebody else has inserted meanwhile is found now.
    return await this.#repeat(
      () => this.#once(work),
      (error) => mayRepeat(error) || isDuplicate(error),
    );
  }

  async #once<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    const session = new Session((query) => client.query(query), this.#dialect);
    let isBroken = false;
    const onError = (): void => void (isBroken = true);
    const send = (text: string): Promise<unknown> =>
      client.query({ text, query_timeout: this.#dialect.answerTimeoutMs });
    client.on('error', onError);
    try {
      await send(BEGIN);
      const result = await work(session);
      await send('commit');
      this.#publish(session.notices);
      return result;
    } catch (error) {
      // With the connection the transaction ends, too.
      isBroken ||= spoilsConnection(error) || !(await succeeds(send('rollback')));
      throw error;
    } finally {
      client.off('error', onError);
      client.release(isBroken);
    }
  }

  async #repeat<Result>(work: () => Promise<Result>, isToRepeat = mayRepeat): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        const isPooled = isUnprepared(error);
        if (isPooled) this.#dialect = { ...this.#dialect, prepares: false };
        if (tries === TRIES_MAX || !(isPooled || isToRepeat(error))) throw toWorldError(error, this.name);
      }
    }
  }
}

const succeeds = (request: Promise<unknown>): Promise<boolean> =>
  request.then(
    () => true,
    () => false,
  );
