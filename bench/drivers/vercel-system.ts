/** The workloads' view of an application of Vercel's `workflow`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StartedRun, System, WorkflowName } from '../system.ts';
import type { VercelApp, VercelRun } from './vercel-app.ts';

const SOURCE = fileURLToPath(new URL('../workflows/bench.ts', import.meta.url));

/** The workflows of the bench, as files of an application. */
export const WORKFLOW_FILES = { 'bench.ts': readFileSync(SOURCE, 'utf8') };

/** The system of an application with {@link WORKFLOW_FILES}. */
export function toVercelSystem(app: VercelApp, store: Pick<System, 'diskBytes' | 'settings' | 'close'>): System {
  return {
    start: async (workflow, args) => toStartedRun(await app.start(workflowId(workflow), args)),
    isOpen: (token) =>
      app.getHookByToken(token).then(
        () => true,
        () => false,
      ),
    resume: async (token, payload) => void (await app.resumeHook(token, payload)),
    ...store,
  };
}

const workflowId = (name: WorkflowName): string => `workflow//./workflows/bench//${name}`;

const toStartedRun = (run: VercelRun): StartedRun => ({
  result: () => run.returnValue,
  chunks: () => run.readable,
  recordedEndMs: async () => (await run.completedAt).getTime(),
});
