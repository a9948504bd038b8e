/** Files that a framework wants to find in the user's tree: written only when they change, and kept out of version control. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Contents by path, relative to a directory of their own. */
export type GeneratedFiles = Record<string, string>;

/**
 * Writes the files into `dir`, with a `.gitignore` of its own that ignores all of it: the user's is never edited. Nothing is
 * written when nothing changed, so that watchers stay quiet.
 */
export function writeGeneratedFiles(dir: string, files: GeneratedFiles): void {
  for (const [name, content] of Object.entries({ '.gitignore': '*\n', ...files })) {
    const path = join(dir, name);
    if (readExisting(path) === content) continue;
    mkdirSync(dirname(path), { recursive: true });
    // A reader never sees half of a file.
    const temporary = `${path}.${process.pid}.tmp`;
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  }
}

function readExisting(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
