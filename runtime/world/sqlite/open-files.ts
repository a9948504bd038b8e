/**
 * Whether the paths of a store still lead to the files that this process has open. A file that was deleted, moved or
 * replaced takes writes as before, and no other process will ever see them.
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { worldError } from '../messages.ts';

/** Windows neither deletes nor moves a file that is open. */
const CAN_LOSE_FILES = process.platform !== 'win32';

/** Device and number of a file; `null`: the path leads to none. */
type FileIdentity = string | null;

/** The identity of the file at a path. */
export function identify(path: string): FileIdentity {
  // As bigint: some file systems use all 64 bits of the number.
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : null;
}

/** The database and its side files as they were opened. SQLite keeps the side files while a connection is open. */
export class OpenFiles {
  readonly #database: string;
  readonly #opened: ReadonlyMap<string, FileIdentity>;
  /** Called before the error is thrown, each time. */
  onReplaced: (error: Error) => void = () => {};

  /** @param database Path of the database. A connection to it is open, and has read in WAL mode. */
  constructor(database: string) {
    const paths = [database, `${database}-wal`, `${database}-shm`];
    this.#database = database;
    this.#opened = new Map(paths.map((path) => [path, identify(path)]));
  }

  /**
   * Checks the files that hold commits. It takes a few microseconds, so that each transaction can afford it.
   * @throws `world_files_replaced`.
   */
  assertCommitsInPlace(): void {
    this.#assertInPlace(this.#database);
    this.#assertInPlace(`${this.#database}-wal`);
  }

  /** Checks all files. @throws `world_files_replaced`. */
  assertInPlace(): void {
    for (const path of this.#opened.keys()) this.#assertInPlace(path);
  }

  #assertInPlace(path: string): void {
    if (!CAN_LOSE_FILES) return;
    const found = identify(path);
    if (found === this.#opened.get(path)) return;
    const change = found === null ? 'deleted or moved' : 'replaced by another file';
    const error = worldError('world_files_replaced', { file: this.#database, changed: basename(path), change });
    this.onReplaced(error);
    throw error;
  }
}
