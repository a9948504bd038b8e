/** Tells for which of Next's processes the configuration is evaluated. */
import { basename } from 'node:path';

/** Id of the process that has built the workflows. Its child processes inherit the variable. */
const BUILDER = '__WORKFLOW_NEXT_BUILDER';

/**
 * Whether this process only reads the configuration and then ends. Anything started here would keep it alive. Next
 * leaves one such process behind whenever its development server ends.
 */
export function isOnlyReadingConfig(): boolean {
  const [, script = '', command] = process.argv;
  return basename(script, '.js') === 'detached-flush' || command === 'request-insights';
}

/** Whether this is a worker of a `next build` that has built the workflows. */
export function isBuiltByParent(): boolean {
  const builder = process.env[BUILDER];
  return builder !== undefined && builder !== String(process.pid);
}

/** Keeps the worker processes of this process from building again. */
export function markAsBuilder(): void {
  process.env[BUILDER] = String(process.pid);
}
