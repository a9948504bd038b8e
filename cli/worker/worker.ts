/** `workflow worker`: a process that runs the workflows of a build. */
import type { CliCommand } from '../program/command.ts';
import { FOLDER_OPTIONS } from '../program/project-options.ts';

/** The command `worker`. */
export const workerCommand: CliCommand = {
  name: 'worker',
  summary: 'runs the workflows in a store, with the code that `workflow build` wrote',
  details:
    'The environment names the store (WORKFLOW_DATA_DIR and others). On SIGTERM the worker finishes its steps and ends.',
  options: {
    ...FOLDER_OPTIONS,
    concurrency: { value: '<number>', help: 'steps that run at the same time (default: WORKFLOW_CONCURRENCY, or 100)' },
    port: { value: '<number>', help: 'port for the routes of webhooks and wake-ups (default: no HTTP)' },
  },
  // Loaded late: no other command needs the runtime.
  run: async (given) => (await import('./run-worker.ts')).runWorker(given),
};
