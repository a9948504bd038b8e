/** A disk that may lose what was not synced: what is on it for sure, and what may be. */
import { truncateSync, writeFileSync } from 'node:fs';
import type { FileOperation } from './syscall-trace.ts';

type Change = Exclude<FileOperation, { kind: 'sync' }>;

/** Which of the changes that were not synced reached the disk before the power went. */
export type Survival = (change: Change) => boolean;

/** A part of a file that the disk writes as a whole. */
const SECTOR_BYTES = 512;

export class DiskImage {
  readonly #synced = new Map<string, Buffer>();
  readonly #unsynced = new Map<string, Change[]>();

  apply(operation: FileOperation): void {
    const { file } = operation;
    if (operation.kind === 'sync') {
      this.#synced.set(
        file,
        this.#read(file, () => true),
      );
      this.#unsynced.delete(file);
    } else {
      this.#unsynced.set(file, [...(this.#unsynced.get(file) ?? []), ...toSectors(operation)]);
    }
  }

  /** Writes the file as it is found after the power has gone. */
  save(file: string, path: string, survives: Survival): void {
    const content = this.#read(file, survives);
    writeFileSync(path, content.subarray(0, findZeroTail(content)));
    // The zeros at the end of a log are most of it; a hole reads the same and costs nothing.
    truncateSync(path, content.length);
  }

  #read(file: string, survives: Survival): Buffer {
    const changes = (this.#unsynced.get(file) ?? []).filter(survives);
    return applyChanges(this.#synced.get(file) ?? Buffer.alloc(0), changes);
  }
}

const ZEROS = Buffer.alloc(64 * 1024);

/** Where the zeros at the end begin, to within a block. */
function findZeroTail(content: Buffer): number {
  let end = content.length;
  while (end >= ZEROS.length && content.subarray(end - ZEROS.length, end).equals(ZEROS)) end -= ZEROS.length;
  return end;
}

/** A write as the writes of sectors that it is to the disk. */
function toSectors(change: Change): Change[] {
  if (change.kind !== 'write') return [change];
  const sectors: Change[] = [];
  for (let from = 0; from < change.bytes.length;) {
    const to = from + SECTOR_BYTES - ((change.at + from) % SECTOR_BYTES);
    sectors.push({ ...change, at: change.at + from, bytes: change.bytes.subarray(from, to) });
    from = to;
  }
  return sectors;
}

const endOf = (change: Change): number => (change.kind === 'write' ? change.at + change.bytes.length : change.size);

function applyChanges(before: Buffer, changes: readonly Change[]): Buffer {
  let size = before.length;
  const content = Buffer.alloc(changes.reduce((most, change) => Math.max(most, endOf(change)), size));
  before.copy(content);
  for (const change of changes) {
    if (change.kind === 'write') change.bytes.copy(content, change.at);
    else content.fill(0, change.size);
    size = change.kind === 'write' ? Math.max(size, endOf(change)) : change.size;
  }
  return content.subarray(0, size);
}
