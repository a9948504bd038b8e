/** Vercel's `workflow` on its store in PostgreSQL, on a server that this process starts. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serveDriver } from '../driver.ts';
import { startPeerPostgres } from './peer-postgres.ts';
import { readDiskBytes, readServerSettings } from './postgres-figures.ts';
import { openVercelApp } from './vercel-app.ts';
import { toVercelSystem, WORKFLOW_FILES } from './vercel-system.ts';

const PACKAGE = '@workflow/world-postgres';
const SET_UP = fileURLToPath(new URL(`../peers/node_modules/${PACKAGE}/bin/setup.js`, import.meta.url));

await serveDriver(async (dir) => {
  const postgres = await startPeerPostgres(dir);
  const store = { WORKFLOW_TARGET_WORLD: PACKAGE, WORKFLOW_POSTGRES_URL: postgres.url };
  const { status, stderr } = spawnSync(process.execPath, [SET_UP], { env: { ...process.env, ...store } });
  if (status !== 0) throw new Error(stderr.toString());
  const app = await openVercelApp(dir, WORKFLOW_FILES, store);
  return toVercelSystem(app, {
    diskBytes: () => readDiskBytes(postgres.ask),
    settings: () => readServerSettings(postgres.ask),
    async close() {
      await app.close();
      // It leaves the connection open on which it listens, and throws when the server ends it.
      process.on('uncaughtException', () => {});
      await postgres.stop();
    },
  });
});
