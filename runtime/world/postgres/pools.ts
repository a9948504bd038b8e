/** The connections of a World: a pool of its own, few that rest, or the application's pool. */
import type { PostgresOptions } from './connection.ts';
import { loadDriver, type PostgresPool } from './driver.ts';
import { RestingPool, UNUSED_MAX_MS, type RequestPool } from './resting-pool.ts';

/** Connections that are open until they are ended. */
export interface OpenPool extends RequestPool {
  /** The process may be stopped now: ends connections that would stay open meanwhile. */
  rest(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;

/** Opens the pool that the options ask for; it connects when it is asked. @throws `world_driver_missing`. */
export async function openPool(options: PostgresOptions, applicationName: string): Promise<OpenPool> {
  if (options.pool) return borrow(options.pool);
  const { Pool } = await loadDriver();
  const { url, poolSize, statementTimeoutMs, rests } = options;
  const open = (): PostgresPool => {
    const pool = new Pool({
      ...toConnectionOptions(url!, applicationName),
      max: poolSize,
      idleTimeoutMillis: rests ? UNUSED_MAX_MS : IDLE_TIMEOUT_MS,
      ...(statementTimeoutMs > 0 && { statement_timeout: statementTimeoutMs }),
    });
    pool.on('error', ignore);
    pool.on('connect', ignoreErrors);
    return pool;
  };
  return rests ? new RestingPool(open) : Object.assign(open(), { rest: async () => undefined });
}

/** The application ends its own pool. */
function borrow(pool: PostgresPool): OpenPool {
  pool.on('error', ignore);
  pool.on('connect', ignoreErrors);
  return {
    connect: () => pool.connect(),
    query: (query) => pool.query(query),
    rest: async () => undefined,
    end: async () => {
      pool.off('error', ignore);
      pool.off('connect', ignoreErrors);
    },
  };
}

/** How to reach a database. @param applicationName By this the database shows who is connected. */
export const toConnectionOptions = (connectionString: string, applicationName: string) => ({
  connectionString,
  application_name: applicationName,
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
});

/** A connection has ended. Whoever uses it is told by the request; without a listener Node would end the process. */
const ignore = (): void => {};

/** Keeps the end of a connection from ending the process. */
export const ignoreErrors = (client: { on(event: 'error', listener: () => void): unknown }): void =>
  void client.on('error', ignore);
