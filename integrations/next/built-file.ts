/** Finds the file that Next has built of a page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Next's lists of what is built, one of each router: files by page, relative to the folder of the lists. */
const LISTS = ['app-paths-manifest.json', 'pages-manifest.json'];

/** @param dir Absolute path of the server's folder. @returns An absolute path; `null`: this server has no such page. */
export function builtFile(dir: string, page: string): string | null {
  for (const list of LISTS) {
    try {
      const file = (JSON.parse(readFileSync(join(dir, list), 'utf8')) as Record<string, string>)[page];
      if (file !== undefined) return join(dir, file);
    } catch {
      // An application has one of the routers or both.
    }
  }
  return null;
}
