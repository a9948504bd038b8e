/** Writes the files of a build so that a reader never sees half of one. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissingFile } from './missing-file.ts';

/** Name and content of a file in the output folder. */
export interface OutputFile {
  name: string;
  content: string;
}

/**
 * Writes what differs from what is there, in the given order; a watcher of the last file so sees all others in place.
 * @returns Absolute paths of the files that were written.
 */
export async function writeFiles(dir: string, files: readonly OutputFile[]): Promise<string[]> {
  await mkdir(dir, { recursive: true });
  const written: string[] = [];
  for (const { name, content } of files) {
    const path = join(dir, name);
    if ((await readExisting(path)) === content) continue;
    await replaceFile(path, content);
    written.push(path);
  }
  return written;
}

async function readExisting(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}

/** Two processes may build at the same time: each has a temporary file of its own, and the later one wins. */
async function replaceFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
