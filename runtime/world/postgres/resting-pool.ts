/**
 * The connections of a process that its host stops between requests. The host starts many such processes, and a stopped
 * one closes nothing. So connections are few, they end when the process comes to rest, and the database ends those of a
 * process that was stopped before.
 */
import type { DriverQuery, DriverResult, PooledClient, PostgresPool } from './driver.ts';
import { spoilsConnection } from './failure.ts';

/** Connections that nobody used for so long are not used again: the process may have been stopped meanwhile. */
export const UNUSED_MAX_MS = 5_000;
/** The database ends connections that were not used for so long: longer than a process that lives leaves one alone. */
const END_UNUSED = `set idle_session_timeout = ${2 * UNUSED_MAX_MS}`;

/** The parts of a pool that requests use. */
export type RequestPool = Pick<PostgresPool, 'connect' | 'query' | 'end'>;

/** A pool until the next rest. */
interface Opened {
  pool: PostgresPool;
  /** Requests that have a connection, or wait for one. */
  users: number;
  /** Ends it when nobody uses it any more: a pool that ends forgets who waits. */
  end: (() => void) | null;
}

/** Opens connections when they are asked for, and again after each rest. */
export class RestingPool implements RequestPool {
  readonly #open: () => PostgresPool;
  readonly #known = new WeakSet<PooledClient>();
  #opened: Opened | null = null;
  #usedAt = 0;

  /** @param open Makes a pool, which connects only when it is asked. */
  constructor(open: () => PostgresPool) {
    this.#open = open;
  }

  async query(query: DriverQuery): Promise<DriverResult> {
    const client = await this.connect();
    let isBroken = true;
    try {
      const result = await client.query(query);
      isBroken = false;
      return result;
    } catch (error) {
      // The database has refused it, and the connection is sound.
      const isRefused = (error as { severity?: string }).severity === 'ERROR';
      isBroken = !isRefused || spoilsConnection(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  async connect(): Promise<PooledClient> {
    const opened = this.#begin();
    try {
      const client = await opened.pool.connect();
      if (!this.#known.has(client)) await this.#limit(client);
      return this.#untilReleased(client, opened);
    } catch (error) {
      this.#leave(opened);
      throw error;
    }
  }

  /** Ends the connections, when those who use them have done. Later requests open new ones. */
  async rest(): Promise<void> {
    const opened = this.#opened;
    if (!opened) return;
    this.#opened = null;
    if (opened.users > 0) await new Promise<void>((resolve) => (opened.end = resolve));
    await opened.pool.end();
  }

  end(): Promise<void> {
    return this.rest();
  }

  #begin(): Opened {
    const unusedMs = Math.abs(Date.now() - this.#usedAt);
    // A connection may have been ended by the database, or by a network that says nothing.
    if (this.#opened?.users === 0 && unusedMs >= UNUSED_MAX_MS) void this.rest().catch(ignore);
    this.#opened ??= { pool: this.#open(), users: 0, end: null };
    this.#opened.users += 1;
    return this.#opened;
  }

  #leave(opened: Opened): void {
    opened.users -= 1;
    this.#usedAt = Date.now();
    if (opened.users === 0) opened.end?.();
  }

  /** Older databases do not know the setting: they keep the connection until the process goes on or ends. */
  async #limit(client: PooledClient): Promise<void> {
    this.#known.add(client);
    await client.query(END_UNUSED).catch(ignore);
  }

  #untilReleased(client: PooledClient, opened: Opened): PooledClient {
    const release = client.release.bind(client);
    client.release = (destroy?: boolean) => {
      client.release = release;
      release(destroy);
      this.#leave(opened);
    };
    return client;
  }
}

const ignore = (): void => {};
