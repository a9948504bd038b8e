/** Vercel's `workflow` on its local store: see `vercel-app.ts`. */
import { serveDriver } from '../driver.ts';
import { openVercelApp } from './vercel-app.ts';
import { toVercelSystem, WORKFLOW_FILES } from './vercel-system.ts';

await serveDriver(async (dir) => {
  const app = await openVercelApp(dir, WORKFLOW_FILES);
  return toVercelSystem(app, {
    diskBytes: async () => ({ data: app.storedBytes(), log: 0 }),
    settings: async () => ({ store: 'local (files, never fsynced)' }),
    close: () => app.close(),
  });
});
