/** Space on disk. */
import { lstatSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Unit of `stat.blocks` on every system. */
const BLOCK_BYTES = 512;
const TMPFS_MAGIC = 0x01021994;

/** Space that the files below a directory take: whole blocks, so small files count as what they cost. */
export function directoryBytes(dir: string): number {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return entries.reduce((sum, entry) => sum + allocatedBytes(join(entry.parentPath, entry.name)), 0);
}

/** Whether the directory is memory in truth, where a write that is made durable costs nothing. */
export function isInMemory(dir: string): boolean {
  return process.platform === 'linux' && statfsSync(dir).type === TMPFS_MAGIC;
}

/** 0 for a file that is gone since it was listed. */
function allocatedBytes(path: string): number {
  return (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * BLOCK_BYTES;
}
