/** A store with very many runs. */
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../runtime/world/sqlite/migrations.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import type { World } from '../../runtime/world/world.ts';
import { makeDataDir, openSqliteWorld } from './test-store.ts';

const RUNS_OF_STORE = 200_000;

/**
 * Opens a store of 200,000 runs. Half of them wait, a tenth has failed, and no run of `calm` has. Each ends a second
 * after it began.
 */
export async function openLargeStore(): Promise<World> {
  const dataDir = makeDataDir();
  const { file } = toPaths(dataDir);
  const db = new DatabaseSync(file);
  migrate(db, file, 3);
  db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${RUNS_OF_STORE})
    INSERT INTO runs (id, run_id, workflow_id, status, created_at, completed_at, seq, epoch, inbox_last, inbox_taken)
    SELECT i, 'wrun_' || printf('%026d', i), 'workflow//app/' || iif(i % 10 = 2, 'a//a', 'calm//calm'),
      CASE i % 10 WHEN 2 THEN 3 WHEN 4 THEN 0 WHEN 6 THEN 2 WHEN 8 THEN 2 ELSE 1 END,
      i * 60000, i * 60000 + 1000, 1, 1, 0, 0 FROM n`);
  db.close();
  return await openSqliteWorld(dataDir);
}
