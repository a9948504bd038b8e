/** Creates Worlds; the only file that names the implementations. */
import type { PostgresPool } from './postgres/driver.ts';
import type { World } from './world.ts';

/**
 * How durable a write is once it is acknowledged. `commit`: it survives a power cut. `relaxed`: it survives a crash of
 * the process, not of the machine.
 */
export type Durability = 'commit' | 'relaxed';

/** Which World to create. */
export type WorldConfig =
  | { kind: 'memory' }
  | {
      kind: 'sqlite';
      /** The folder of `workflow.db`; created when it is missing. Default `.workflow-data`. */
      dataDir?: string;
      /** Default `commit`. */
      durability?: Durability;
    }
  | PostgresConfig;

/** A store in a PostgreSQL database. It needs the package `pg`, version 8. */
export interface PostgresConfig {
  kind: 'postgres';
  /** The address: `postgres://user:password@host:5432/database`. */
  url?: string;
  /**
   * Several databases that share the runs, in place of `url`: new runs are spread over them, and runs stay where they
   * are. The order counts; new databases come at the end.
   */
  urls?: readonly string[];
  /** Connections of the application's own, in place of `url`: a `Pool` of `pg`. It stays open when the World closes. */
  pool?: PostgresPool;
  /** An address that reaches the database without a pooler, for LISTEN. Default: `url`. */
  listenUrl?: string;
  /** The same for each of `urls`. */
  listenUrls?: readonly string[];
  /** The schema of the tables. Default `workflow`. */
  schema?: string;
  /** Connections at most. Default 10; 1 with `rests`. */
  poolSize?: number;
  /** A statement that takes longer is given up, in milliseconds. Default: what the database says. */
  statementTimeoutMs?: number;
  /** Statements are prepared once for each connection. Default true; poolers of an older kind need false. */
  prepares?: boolean;
  /** Whether opening it creates and changes the tables. Default true; else `workflow migrate-store` does it. */
  migrates?: boolean;
  /**
   * The host stops this process between requests: connections end when it comes to rest, and it asks for changes of
   * others instead of listening. Default false.
   */
  rests?: boolean;
}

/** A backup, and the folder in which it becomes a store. */
export interface Restoration {
  /** A file that `World.backup` has written. */
  source: string;
  /** The folder of the new `workflow.db`; created when it is missing. */
  dataDir: string;
}

/**
 * Makes a store of a backup. Nothing is left behind when it fails.
 * @throws `world_restore_occupied`, `world_restore_failed`.
 */
export async function restoreStore(restoration: Restoration): Promise<void> {
  const { restore } = await import('./sqlite/back-up.ts');
  restore(restoration);
}

/** Removes what a backup of this process has written so far, so that the process can end in the middle of it. */
export async function abandonBackup(file: string): Promise<void> {
  const { dropUnfinished } = await import('./sqlite/back-up.ts');
  dropUnfinished(file);
}

/** Creates the World of a configuration, which is not yet open. */
export async function createWorld(config: WorldConfig): Promise<World> {
  if (config.kind === 'memory') {
    const { MemoryWorld } = await import('./memory/memory-world.ts');
    return new MemoryWorld();
  }
  if (config.kind === 'postgres') {
    const { createPostgresWorld } = await import('./postgres/create-world.ts');
    const { urls, listenUrls, ...rest } = config;
    if (!urls) return createPostgresWorld(rest);
    const { ShardedWorld } = await import('./sharded/sharded-world.ts');
    return new ShardedWorld(
      urls.map((url, i) => {
        const listenUrl = listenUrls?.[i];
        return createPostgresWorld({ ...rest, url, ...(listenUrl !== undefined && { listenUrl }) });
      }),
    );
  }
  const { SqliteWorld } = await import('./sqlite/sqlite-world.ts');
  return new SqliteWorld({ dataDir: config.dataDir ?? '.workflow-data', durability: config.durability ?? 'commit' });
}
