/**
 * Whether the paths of a store still lead to the files that this process has open. A file that was deleted, moved or
 * replaced takes writes as before, and no other process will ever see them.
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { worldError } from '../messages.ts';

/** Windows neither deletes nor moves a file that is open. */
const CAN_LOSE_FILES = process.platform !== 'win32';

/** Device and number of a file. As bigint: some file systems use all 64 bits of the number. */
interface FileIdentity {
  dev: bigint;
  ino: bigint;
}

/** The identity of the file at a path; `null`: there is none. */
export const identify = (path: string): FileIdentity | null =>
  statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;

/** Whether both are the same file. */
export const isSameFile = (one: FileIdentity | null, other: FileIdentity | null): boolean =>
  one?.ino === other?.ino && one?.dev === other?.dev;

interface OpenFile {
  path: string;
  identity: FileIdentity | null;
}

/** The database and its side files as they were opened. SQLite keeps the side files while a connection is open. */
export class OpenFiles {
  readonly #database: OpenFile;
  readonly #log: OpenFile;
  readonly #index: OpenFile;
  /** Called before the error is thrown, each time. */
  onReplaced: (error: Error) => void = () => {};

  /** @param database Path of the database. A connection to it is open, and has read in WAL mode. */
  constructor(database: string) {
    const open = (path: string): OpenFile => ({ path, identity: identify(path) });
    this.#database = open(database);
    this.#log = open(`${database}-wal`);
    this.#index = open(`${database}-shm`);
  }

  /**
   * Checks the files that hold commits. It takes a few microseconds, so that each transaction can afford it.
   * @throws `world_files_replaced`.
   */
  assertCommitsInPlace(): void {
    this.#assertInPlace(this.#database);
    this.#assertInPlace(this.#log);
  }

  /** Checks all files. @throws `world_files_replaced`. */
  assertInPlace(): void {
    this.assertCommitsInPlace();
    this.#assertInPlace(this.#index);
  }

  #assertInPlace({ path, identity }: OpenFile): void {
    if (!CAN_LOSE_FILES) return;
    const found = identify(path);
    if (isSameFile(found, identity)) return;
    const change = found === null ? 'deleted or moved' : 'replaced by another file';
    const error = worldError('world_files_replaced', { file: this.#database.path, changed: basename(path), change });
    this.onReplaced(error);
    throw error;
  }
}
