/**
 * The package `pg`, which the application brings along. It is loaded when a store in PostgreSQL is opened, and no
 * earlier. A pool of the application's own needs only what is listed here.
 */
import { worldError } from '../messages.ts';
import { importDriver } from './import-driver.ts';

/** A statement as `pg` takes it. */
export interface DriverQuery {
  /** With a name the statement is prepared once for each connection. */
  name?: string;
  text: string;
  values?: unknown[];
  /** Without an answer for so many milliseconds it fails; what the server does with it is unknown. */
  query_timeout?: number;
  types?: { getTypeParser(oid: number, format?: string): (value: string) => unknown };
}

/** The answer of `pg`. */
export interface DriverResult {
  rows: unknown[];
  rowCount: number | null;
}

/** One connection. */
export interface DriverClient {
  query(query: DriverQuery | string): Promise<DriverResult>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** A connection of a pool. */
export interface PooledClient extends DriverClient {
  /** Gives the connection back; with `true` it is closed. */
  release(destroy?: boolean): void;
}

/** Connections to one database: `Pool` of the package `pg`, or one that works like it. */
export interface PostgresPool {
  connect(): Promise<PooledClient>;
  query(query: DriverQuery): Promise<DriverResult>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect', listener: (client: Pick<PooledClient, 'on'>) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'connect', listener: (client: Pick<PooledClient, 'on'>) => void): unknown;
  end(): Promise<void>;
}

/** A connection that is in no pool. */
export interface LoneClient extends DriverClient {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'notification', listener: (notice: { channel: string; payload?: string }) => void): unknown;
  connect(): Promise<unknown>;
  end(): Promise<void>;
}

/** How to reach a database; the names are those of `pg`. */
export interface DriverOptions {
  connectionString: string;
  application_name: string;
  keepAlive: boolean;
  connectionTimeoutMillis: number;
}

/** Options of a pool; the names are those of `pg`. */
export interface PoolOptions extends DriverOptions {
  max: number;
  statement_timeout?: number;
  idleTimeoutMillis: number;
}

/** The part of `pg` that this package uses. */
export interface Driver {
  Pool: new (options: PoolOptions) => PostgresPool;
  Client: new (options: DriverOptions) => LoneClient;
}

const DRIVER = 'pg';

/**
 * Loads the driver.
 * @param place Its address, see `driverUrl`. Default: where Node finds it.
 * @throws `world_driver_missing`.
 */
export async function loadDriver(place?: string): Promise<Driver> {
  try {
    const loaded = (await importDriver(place)) as { default: Driver };
    return loaded.default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw worldError('world_driver_missing', { driver: DRIVER });
  }
}
