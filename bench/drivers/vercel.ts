/** Vercel's `workflow`: see `vercel-app.ts`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveDriver } from '../driver.ts';
import type { StartedRun, System, WorkflowName } from '../system.ts';
import { openVercelApp, type VercelRun } from './vercel-app.ts';

const SOURCE = fileURLToPath(new URL('../workflows/bench.ts', import.meta.url));

async function open(dir: string): Promise<System> {
  const app = await openVercelApp(dir, { 'bench.ts': readFileSync(SOURCE, 'utf8') });
  return {
    start: async (workflow, args) => toStartedRun(await app.start(workflowId(workflow), args)),
    isOpen: (token) =>
      app.getHookByToken(token).then(
        () => true,
        () => false,
      ),
    resume: async (token, payload) => void (await app.resumeHook(token, payload)),
    diskBytes: async () => ({ data: app.storedBytes(), log: 0 }),
    settings: async () => ({ store: 'local (files, never fsynced)' }),
    close: () => app.close(),
  };
}

function workflowId(name: WorkflowName): string {
  return `workflow//./workflows/bench//${name}`;
}

function toStartedRun(run: VercelRun): StartedRun {
  return {
    result: () => run.returnValue,
    chunks: () => run.readable,
    recordedEndMs: async () => (await run.completedAt).getTime(),
  };
}

await serveDriver(open);
