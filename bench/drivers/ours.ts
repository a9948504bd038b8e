/** Ours on its default store: an SQLite file. */
import { join } from 'node:path';
import { bytesWritten, databaseBytes } from '../disk-usage.ts';
import { serveDriver } from '../driver.ts';
import { createWorld, openApplication } from './our-application.ts';

await serveDriver(async (dir) => {
  const dataDir = join(dir, 'data');
  return openApplication(dir, {
    world: await createWorld({ kind: 'sqlite', dataDir, durability: 'commit' }),
    diskBytes: async () => ({ data: databaseBytes(join(dataDir, 'workflow.db')), log: bytesWritten() }),
    settings: async () => ({ store: `SQLite ${process.versions.sqlite}, every commit fsynced` }),
    close: async () => {},
  });
});
