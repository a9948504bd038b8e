/** Where modules of this package lie: in `dist/` when it is installed, in `src/` when it is run from its sources. */
import { extname, join } from 'node:path';

/** Absolute path of the folder that holds all modules of this package. */
export const SOURCE_ROOT = join(import.meta.dirname, '../..');
const EXTENSION = extname(import.meta.filename);

/** Absolute path of a module. @param name Path from the root of the sources, without extension. */
export function ownFile(name: string): string {
  return join(SOURCE_ROOT, name + EXTENSION);
}
