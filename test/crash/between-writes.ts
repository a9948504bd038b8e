import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Does something while no other process is within a write: one that is halted in a write keeps the file locked for
 * everybody.
 */
export function betweenWrites<T>(dataDir: string, act: () => T): T {
  using store = new DatabaseSync(join(dataDir, 'workflow.db'), { timeout: 5_000 });
  store.exec('BEGIN IMMEDIATE');
  return act();
}
