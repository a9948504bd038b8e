/** A PostgreSQL server for a peer, from the peers' own packages. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../scripts/postgres-server.ts';
import type { Ask } from './postgres-figures.ts';

const MODULES = fileURLToPath(new URL('../peers/node_modules', import.meta.url));

/** Loads a package of the peers. */
export const requirePeer = createRequire(join(MODULES, 'bench.js'));

interface SqlClient {
  connect(): Promise<void>;
  query(sql: string): Promise<{ rows: { answer: string }[] }>;
  end(): Promise<void>;
}

/** A server, its one database, and a connection for questions. */
export interface PeerPostgres {
  url: string;
  ask: Ask;
  stop(): Promise<void>;
}

/** Starts a server below `dir`, with its default settings. */
export async function startPeerPostgres(dir: string): Promise<PeerPostgres> {
  const server = await startPostgres({ dir: join(dir, 'postgres'), modules: MODULES });
  const url = `${server.url}/postgres`;
  const { Client }: { Client: new (config: { connectionString: string }) => SqlClient } = requirePeer('pg');
  const sql = new Client({ connectionString: url });
  await sql.connect();
  return {
    url,
    ask: async (expression) => {
      const { rows } = await sql.query(`select (${expression})::text as answer`);
      return rows[0]?.answer ?? '';
    },
    async stop() {
      await sql.end();
      await server.stop();
    },
  };
}
