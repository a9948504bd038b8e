/** The paths of a store. */
import { join } from 'node:path';

/** Absolute paths inside the folder of a store. */
export interface StorePaths {
  /** The database. */
  file: string;
  /** Folder of the liveness locks. */
  workersDir: string;
}

/** The paths of the store in a folder. */
export const toPaths = (dataDir: string): StorePaths => ({
  file: join(dataDir, 'workflow.db'),
  workersDir: join(dataDir, 'workers'),
});
