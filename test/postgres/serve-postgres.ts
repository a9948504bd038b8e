/**
 * Starts a PostgreSQL server for the tests of a project, and tells them its address in `TEST_POSTGRES_URL`. With that
 * variable set beforehand they use the server that it names.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres-server.ts';

/** Tests of durability have servers of their own; here a lost machine loses nothing that anybody wants. */
const FAST = { fsync: 'off', full_page_writes: 'off', max_connections: '400' };

export default async function servePostgres(): Promise<() => Promise<void>> {
  if (process.env['TEST_POSTGRES_URL']) return async () => {};
  const folder = mkdtempSync(join(tmpdir(), 'workflow-postgres-'));
  // The server runs as a user without rights.
  chmodSync(folder, 0o755);
  const modules = join(import.meta.dirname, '../../node_modules');
  const server = await startPostgres({ dir: join(folder, 'server'), modules, settings: FAST });
  process.env['TEST_POSTGRES_URL'] = `${server.url}/postgres`;
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
