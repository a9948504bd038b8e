/** Opens a database: a pool of connections, and the schema that the tables are in. */
import { worldError } from '../messages.ts';
import { Database } from './database.ts';
import { loadDriver, type LoneClient, type PostgresPool } from './driver.ts';
import { toWorldError } from './failure.ts';
import { assertServed, createMeta, createSchema, migrate, readSchema, SCHEMA_VERSION } from './migrations.ts';
import { ignoreErrors, openPool, toConnectionOptions } from './pools.ts';
import type { Notice } from './session.ts';

/** How to reach a store in PostgreSQL. */
export interface PostgresOptions {
  /** The address for messages: without password. */
  name: string;
  /** The address; `null`: `pool` has it. */
  url: string | null;
  /** An address that reaches the database without a pooler, for notifications. Default: `url`. */
  listenUrl?: string | null;
  /** The schema of the tables. */
  schema: string;
  /** Connections at most. */
  poolSize: number;
  /** A statement that takes longer is given up; 0: never. */
  statementTimeoutMs: number;
  /** Statements are prepared. */
  prepares: boolean;
  /** Whether the schema may be created and changed; else `workflow migrate-store` does it. */
  migrates: boolean;
  /** The host stops this process between requests, see `RestingPool`. */
  rests: boolean;
  /** Connections of the application's own. They stay open. */
  pool?: PostgresPool;
}

/** A database that was opened. */
export interface DatabaseConnection {
  db: Database;
  schema: string;
  /** By this the database shows who is connected. */
  applicationName: string;
  /** The address; `null`: only the application's own pool has it. */
  url: string | null;
  /** A connection of its own for notifications; `null`: there is no address for it. */
  openListener(): Promise<LoneClient | null>;
  /** Ends connections that a process at rest does not need. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A database that does not answer for so long is given up, and asked again on another connection: a network that fell
 * silent tells nobody. With a limit for statements it is that limit, and so much for the way.
 */
const ANSWER_TIMEOUT_MS = 30_000;
const WAY_MS = 2_000;

/** Opens the pool and brings the schema up to date. @throws the errors of the catalogue that tell what is wrong. */
export async function connect(
  options: PostgresOptions,
  { creates, instance, publish }: { creates: boolean; instance: string; publish: (notices: readonly Notice[]) => void },
): Promise<DatabaseConnection> {
  const { name, schema, prepares, rests } = options;
  const applicationName = `workflow ${instance.slice(0, 8)}`;
  const pool = await openPool(options, applicationName);
  const answerTimeoutMs = options.statementTimeoutMs > 0 ? options.statementTimeoutMs + WAY_MS : ANSWER_TIMEOUT_MS;
  const db = new Database(pool, { name, schema, prepares, answerTimeoutMs, publish });
  // Tables that are full take long to change.
  const migrating = new Database(pool, { name, schema, prepares: false, answerTimeoutMs: 0, publish });
  try {
    await prepareSchema({ db, migrating }, options, creates);
  } catch (error) {
    await pool.end().catch(() => undefined);
    throw toWorldError(error, name);
  }
  // The database keeps what a stopped process does not hear, in one queue for all.
  const listenUrl = rests ? null : (options.listenUrl ?? options.url);
  return {
    db,
    schema,
    applicationName,
    url: options.url,
    rest: () => pool.rest(),
    close: () => pool.end(),
    openListener: async () => (listenUrl === null ? null : await openClient(listenUrl, applicationName)),
  };
}

/** Opens a connection that is in no pool. @param driver Where the driver is, see `loadDriver`. */
export async function openClient(url: string, name: string, driver?: string): Promise<LoneClient> {
  const { Client } = await loadDriver(driver);
  const client = new Client(toConnectionOptions(url, name));
  // Before it connects: the end may come with the first answer.
  ignoreErrors(client);
  await client.connect();
  return client;
}

/** Any number of processes may do this at the same time. */
async function prepareSchema(
  { db, migrating }: { db: Database; migrating: Database },
  { schema, name, migrates }: PostgresOptions,
  creates: boolean,
): Promise<void> {
  const found = await db.ask((session) => readSchema(session, schema));
  assertServed(found, name);
  const { version } = found;
  if (version >= SCHEMA_VERSION) return;
  if (version === 0 && !creates) throw worldError('world_database_empty', { database: name, schema });
  if (!migrates) throw worldError('world_schema_older', { database: name, found: version, known: SCHEMA_VERSION });
  await migrateDatabase(migrating, { schema, name });
}

/** Creates the schema and its tables, or brings them up to date. */
async function migrateDatabase(db: Database, { schema, name }: { schema: string; name: string }): Promise<void> {
  await untilAlone(() => db.ask((session) => createSchema(session, schema)));
  await untilAlone(() => db.ask((session) => createMeta(session)));
  await db.transaction((session) => migrate(session, name));
}

const TRIES_MAX = 10;

/** PostgreSQL refuses the slower one of two that create the same thing at once, whatever `if not exists` says. */
async function untilAlone(create: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await create();
      return;
    } catch (error) {
      if (tries === TRIES_MAX || !/duplicate key|already exists|concurrently/.test(String(error))) throw error;
    }
  }
}
