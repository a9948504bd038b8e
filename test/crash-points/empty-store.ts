/** Where canonical workflows are played: in memory, or with `TEST_WORLD=postgres` in a schema that is emptied. */
import { randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import { mayRepeat } from '../../runtime/world/postgres/failure.ts';
import type { World } from '../../runtime/world/world.ts';
import { postgresUrl, query } from '../world/postgres-queries.ts';

const SCHEMA = `test_${randomBytes(8).toString('hex')}`;
let inPostgres: World | null = null;

/** A store without runs. */
export async function openEmptyStore(): Promise<World> {
  return process.env['TEST_WORLD'] === 'postgres' ? await emptyPostgres() : await createWorld({ kind: 'memory' });
}

/** The tables are made once: that takes longer than most plays. */
async function emptyPostgres(): Promise<World> {
  if (!inPostgres) {
    const world = (inPostgres = await createWorld({ kind: 'postgres', url: postgresUrl(), schema: SCHEMA }));
    await world.open();
    afterAll(async () => {
      await world.close();
      await query(`drop schema ${SCHEMA} cascade`);
    });
  }
  const tables = await query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
      where table_schema = '${SCHEMA}' and table_name <> 'meta'`,
  );
  await truncate(tables.map(({ name }) => `${SCHEMA}.${name}`));
  return inPostgres;
}

/** A statement of a process that ended in the play may still be on its way, and takes tables in another order. */
async function truncate(tables: string[]): Promise<void> {
  try {
    await query(`truncate ${tables.join(', ')}`);
  } catch (error) {
    if (!mayRepeat(error)) throw error;
    await truncate(tables);
  }
}
