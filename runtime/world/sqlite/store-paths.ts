/** Where a store keeps what. */
import { join } from 'node:path';

export interface StorePaths {
  /** The database. */
  file: string;
  /** Folder of the liveness locks. */
  workersDir: string;
}

export const toPaths = (dataDir: string): StorePaths => ({
  file: join(dataDir, 'workflow.db'),
  workersDir: join(dataDir, 'workers'),
});
