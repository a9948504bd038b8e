/** Files that a framework expects in the user's tree. They are written only when they change, and git ignores them. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Contents by path, relative to a directory of their own. */
export type GeneratedFiles = Record<string, string>;

/**
 * Writes the files into `dir`, with a `.gitignore` that ignores the whole folder; the user's own `.gitignore` stays
 * untouched. Unchanged files are not written, so watchers stay quiet.
 */
export function writeGeneratedFiles(dir: string, files: GeneratedFiles): void {
  for (const [name, content] of Object.entries({ '.gitignore': '*\n', ...files })) {
    const path = join(dir, name);
    if (readExisting(path) === content) continue;
    mkdirSync(dirname(path), { recursive: true });
    // Readers never see half a file.
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
