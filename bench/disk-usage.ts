/** Space on disk. */
import { lstatSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Unit of `stat.blocks` on every system. */
const BLOCK_BYTES = 512;
const TMPFS_MAGIC = 0x01021994;

/** Space that the files below a directory take: whole blocks, so small files count as what they cost. */
export function directoryBytes(dir: string): number {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return entries.reduce((sum, entry) => sum + allocatedBytes(join(entry.parentPath, entry.name)), 0);
}

/** Size of an SQLite database with what is still in its log only, wherever the folding of the log has got to. */
export function databaseBytes(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const query = database.prepare(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
    );
    return Number(query.get()!['bytes']);
  } finally {
    database.close();
  }
}

/** Bytes that this process has written to files and pipes since it began; 0 where the system does not tell. */
export function bytesWritten(): number {
  if (process.platform !== 'linux') return 0;
  return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0);
}

/** Whether the directory is memory in truth, where a write that is made durable costs nothing. */
export function isInMemory(dir: string): boolean {
  return process.platform === 'linux' && statfsSync(dir).type === TMPFS_MAGIC;
}

/** 0 for a file that is gone since it was listed. */
function allocatedBytes(path: string): number {
  return (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * BLOCK_BYTES;
}
