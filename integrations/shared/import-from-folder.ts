import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** `import()` of some place. */
export type ImportFrom = (specifier: string) => Promise<object>;

/**
 * `import()` as a module in the folder `dir` would do it. Only a file can import relative to its own place, so a small
 * file in the folder does it. That file is loaded once and never changes.
 */
export async function createImport(dir: string): Promise<ImportFrom> {
  const anchor = join(dir, 'import-from-here.mjs');
  if (!existsSync(anchor)) await writeFile(anchor, 'export default (specifier) => import(specifier);\n');
  const { default: importFromHere } = (await import(pathToFileURL(anchor).href)) as { default: ImportFrom };
  return importFromHere;
}
