/** Stores in PostgreSQL for tests: each is a schema of its own, removed when its test has finished. */
import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createWorld, type PostgresConfig } from '../../runtime/world/open.ts';
import type { World } from '../../runtime/world/world.ts';
import { postgresUrl, query } from './postgres-queries.ts';
import type { OpenStore } from './test-store.ts';

/** The Worlds are those of a host that stops processes between requests. */
const RESTS = process.env['TEST_RESTS'] === '1';

/** A name for a schema, which is removed with all that is in it when the test has finished. */
export function makeSchema(): string {
  const schema = `test_${randomBytes(8).toString('hex')}`;
  onTestFinished(async () => void (await query(`drop schema if exists ${schema} cascade`)));
  return schema;
}

/** An open World in a schema. */
export async function openPostgresWorld(schema: string, config: Partial<PostgresConfig> = {}): Promise<World> {
  const world = await createWorld({ kind: 'postgres', url: postgresUrl(), schema, rests: RESTS, ...config });
  onTestFinished(() => world.close());
  await world.open();
  return world;
}

export const openPostgresStore: OpenStore = async () => {
  const schema = makeSchema();
  const connect = (): Promise<World> => openPostgresWorld(schema);
  return { world: await connect(), connect };
};
