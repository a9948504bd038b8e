/** In which of Next's processes the configuration is being read. */
import { basename } from 'node:path';

/** Holds the id of the process that has built the workflows. Processes that it starts inherit the variable. */
const BUILDER = '__WORKFLOW_NEXT_BUILDER';

/**
 * True for processes that look something up in the configuration and end: what they would start kept them alive. Next leaves
 * one of them behind whenever its development server ends.
 */
export function isOnlyReadingConfig(): boolean {
  const [, script = '', command] = process.argv;
  return basename(script, '.js') === 'detached-flush' || command === 'request-insights';
}

/** Whether the workflows are built already, because this is one of the workers of `next build`. */
export function isBuiltByParent(): boolean {
  const builder = process.env[BUILDER];
  return builder !== undefined && builder !== String(process.pid);
}

/** Spares the workers that this process starts from building. */
export function markAsBuilder(): void {
  process.env[BUILDER] = String(process.pid);
}
