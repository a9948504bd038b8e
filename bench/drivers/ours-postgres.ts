/** Ours on a PostgreSQL server that this process starts, with the server's default settings. */
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../../scripts/postgres-server.ts';
import { serveDriver } from '../driver.ts';
import { readDiskBytes, readServerSettings } from './postgres-figures.ts';
import { createWorld, openApplication } from './our-application.ts';

const MODULES = join(import.meta.dirname, '../../node_modules');

await serveDriver(async (dir) => {
  const server = await startPostgres({ dir: join(dir, 'postgres'), modules: MODULES });
  const url = `${server.url}/postgres`;
  const sql = new Client(url);
  await sql.connect();
  const ask = async (expression: string): Promise<string> => {
    const { rows } = await sql.query<{ answer: string }>(`select (${expression})::text as answer`);
    return rows[0]!.answer;
  };
  return openApplication(dir, {
    world: await createWorld({ kind: 'postgres', url }),
    diskBytes: () => readDiskBytes(ask),
    settings: () => readServerSettings(ask),
    async close() {
      await sql.end();
      await server.stop();
    },
  });
});
