import { encodePrintable } from './realm-codec.ts';
import { currentScope, host } from './run-scope.ts';

const METHODS = ['debug', 'dir', 'error', 'info', 'log', 'table', 'trace', 'warn'] as const;

/** A console that prints each line once, even when the run is replayed. */
export function createWorkflowConsole(): Record<string, (...args: unknown[]) => void> {
  const console: Record<string, (...args: unknown[]) => void> = {};
  for (const level of METHODS) {
    console[level] = (...args) => {
      const scope = currentScope();
      if (!scope?.replaying) host().print(level, encodePrintable(args));
    };
  }
  return console;
}
