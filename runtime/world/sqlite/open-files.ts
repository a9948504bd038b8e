/**
 * Whether the paths of a store still lead to the files that this process has open. A file that was deleted, moved or
 * replaced takes writes as before, and no other process will ever see them.
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { worldError } from '../messages.ts';
import { FileContent } from './file-content.ts';

/** Windows neither deletes nor moves a file that is open. */
const CAN_LOSE_FILES = process.platform !== 'win32';

/** Device and number of a file. As bigint: some file systems use all 64 bits of the number. */
interface FileIdentity {
  dev: bigint;
  ino: bigint;
}

/** With the time of the last change of the content. */
interface FileState extends FileIdentity {
  mtimeNs: bigint;
}

/** The identity of the file at a path; `null`: there is none. */
export const identify = (path: string): FileState | null =>
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
  readonly #content: FileContent;
  /** Called before the error is thrown, each time. */
  onReplaced: (error: Error) => void = () => {};

  /**
   * @param database Path of the database. A connection to it is open, and has read in WAL mode.
   * @param secret The secret of its store.
   */
  constructor(database: string, secret: string) {
    const open = (path: string): OpenFile => ({ path, identity: identify(path) });
    this.#database = open(database);
    this.#log = open(`${database}-wal`);
    this.#index = open(`${database}-shm`);
    this.#content = new FileContent(database, secret);
  }

  /**
   * Checks the files that hold commits. It takes a few microseconds, so that each transaction can afford it.
   * @throws `world_files_replaced`.
   */
  assertCommitsInPlace(): void {
    if (!CAN_LOSE_FILES) return;
    const { mtimeNs } = this.#find(this.#database);
    this.#find(this.#log);
    if (this.#content.isForeign(mtimeNs)) this.#refuse(this.#database, 'overwritten with another file');
  }

  /** Checks all files, more thoroughly. @throws `world_files_replaced`. */
  assertInPlace(): void {
    if (!CAN_LOSE_FILES) return;
    const { mtimeNs } = this.#find(this.#database);
    this.#find(this.#log);
    this.#find(this.#index);
    if (this.#content.isForeignAtRest(mtimeNs)) this.#refuse(this.#database, 'overwritten with another file');
  }

  #find({ path, identity }: OpenFile): FileState {
    const found = identify(path);
    if (found && isSameFile(found, identity)) return found;
    return this.#refuse({ path }, found === null ? 'deleted or moved' : 'replaced by another file');
  }

  #refuse({ path }: { path: string }, change: string): never {
    const error = worldError('world_files_replaced', { file: this.#database.path, changed: basename(path), change });
    this.onReplaced(error);
    throw error;
  }
}
