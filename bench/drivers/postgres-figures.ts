/** Figures that a PostgreSQL server tells of itself. */
import type { DiskBytes } from '../system.ts';

/** Asks for the value of an expression, as text. */
export type Ask = (expression: string) => Promise<string>;

/** Space that a database takes, and all that the server has written to its log. */
export const readDiskBytes = async (ask: Ask): Promise<DiskBytes> => ({
  data: Number(await ask('pg_database_size(current_database())')),
  log: Number(await ask(`pg_current_wal_lsn() - '0/0'`)),
});

/** Version and durability of the server. */
export const readServerSettings = async (ask: Ask): Promise<Record<string, string>> => ({
  store: `PostgreSQL ${await ask(`current_setting('server_version')`)}`,
  fsync: await ask(`current_setting('fsync')`),
  synchronous_commit: await ask(`current_setting('synchronous_commit')`),
});
