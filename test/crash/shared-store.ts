/** The store that processes of a crash test share: a file, or with `TEST_WORLD=postgres` a schema of a database. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createWorld } from '../../runtime/world/open.ts';
import type { World } from '../../runtime/world/world.ts';
import { postgresUrl, query } from '../world/postgres-queries.ts';
import { betweenWrites } from './between-writes.ts';

export interface SharedStore {
  /** Tells processes of the store. */
  env: Record<string, string>;
  createWorld(): Promise<World>;
  /** Does something while no process holds up the others, as it would if it were halted in the middle of a write. */
  betweenWrites<T>(act: () => T): T;
  sizeMb(): Promise<number>;
  /** The folder of a file is removed by its owner. */
  remove(): Promise<void>;
}

/** A new, empty store. @param directory Where a store in a file is to be. */
export const makeSharedStore = (directory: string): SharedStore =>
  process.env['TEST_WORLD'] === 'postgres'
    ? inSchema(postgresUrl(), `test_${randomBytes(8).toString('hex')}`)
    : inFile(directory);

/** A store in a folder, which may exist already. */
export function inFile(dataDir: string): SharedStore {
  mkdirSync(dataDir, { recursive: true });
  return {
    env: { WORKFLOW_DATA_DIR: dataDir },
    createWorld: () => createWorld({ kind: 'sqlite', dataDir }),
    betweenWrites: (act) => betweenWrites(dataDir, act),
    sizeMb: async () => statSync(join(dataDir, 'workflow.db')).size / 1_000_000,
    remove: async () => {},
  };
}

/** A schema of a database. PostgreSQL ends the transactions of a process that does not go on. */
export function inSchema(url: string, schema: string): SharedStore {
  return {
    env: { WORKFLOW_WORLD: 'postgres', WORKFLOW_DATABASE_URL: url, WORKFLOW_DATABASE_SCHEMA: schema },
    createWorld: () => createWorld({ kind: 'postgres', url, schema }),
    betweenWrites: (act) => act(),
    sizeMb: async () => {
      const text = `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where n.nspname = '${schema}'`;
      const [row] = await query<{ bytes: string }>(text, url);
      return Number(row!.bytes) / 1_000_000;
    },
    remove: async () => void (await query(`drop schema if exists ${schema} cascade`, url)),
  };
}
