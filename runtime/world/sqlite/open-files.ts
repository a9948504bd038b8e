/**
 * Whether the paths of a store still lead to the files that this process has open. A file that was deleted, moved or
 * replaced takes writes as before, and no other process will ever see them.
 */
import { lstatSync, statSync, type BigIntStats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { worldError } from '../messages.ts';
import { FileContent } from './file-content.ts';
import type { Store } from './store.ts';

/** Windows neither deletes nor moves a file that is open. */
const CAN_LOSE_FILES = process.platform !== 'win32';

const OVERWRITTEN = 'overwritten with another file';

/** Device and number of a file. As bigint: some file systems use all 64 bits of the number. */
interface FileIdentity {
  dev: bigint;
  ino: bigint;
}

/** The identity of the file at a path; `null`: there is none. */
export const identify = (path: string): BigIntStats | null =>
  statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;

/** Whether both are the same file. */
export const isSameFile = (one: FileIdentity | null, other: FileIdentity | null): boolean =>
  one?.ino === other?.ino && one?.dev === other?.dev;

/** A folder that has just changed may change again at what its file system takes for the same time, … */
const FINE_TIME_MS = 100;
/** … or if that counts whole seconds. */
const COARSE_TIME_MS = 3_000;

/** Whether a change of the folder from now on changes its time. */
function isSettled({ mtimeNs, mtimeMs }: BigIntStats): boolean {
  const grainMs = mtimeNs % 1_000_000_000n === 0n ? COARSE_TIME_MS : FINE_TIME_MS;
  return Date.now() - Number(mtimeMs) > grainMs;
}

const isSameFolder = (one: BigIntStats, other: BigIntStats): boolean =>
  isSameFile(one, other) && one.mtimeNs === other.mtimeNs && one.ctimeNs === other.ctimeNs;

const statFolder = (path: string): BigIntStats | undefined => statSync(path, { bigint: true, throwIfNoEntry: false });

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
  /** `null`: the database is a link, and its folder does not tell when it is replaced. */
  readonly #folder: string | null;
  /** The folder when the files of commits were last found in place. */
  #folderSeen: BigIntStats | null = null;
  /** Called before the error is thrown, each time. `isOverwritten`: the files are still those that are open. */
  onReplaced: (error: Error, isOverwritten: boolean) => void = () => {};

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
    this.#folder = lstatSync(database).isSymbolicLink() ? null : dirname(database);
  }

  /**
   * Checks the files that hold commits. Each transaction does so, and looks only at their folder while that is
   * unchanged. Looking at the log would cost much: since Linux 6.13 the time of a file whose time somebody has read
   * becomes exact with the next write, and the sync of each commit writes it to the disk, too.
   * @throws `world_files_replaced`.
   */
  assertCommitsInPlace(): void {
    if (!CAN_LOSE_FILES) return;
    // First: what changes after this look is seen by the next one.
    const folder = this.#folder === null ? undefined : statFolder(this.#folder);
    if (folder && this.#folderSeen && isSameFolder(folder, this.#folderSeen)) return;
    this.#assertInPlace(this.#database);
    this.#assertInPlace(this.#log);
    this.#folderSeen = folder && isSettled(folder) ? folder : null;
  }

  /** Checks all files, and the content of the database. @throws `world_files_replaced`. */
  assertInPlace(): void {
    if (!CAN_LOSE_FILES) return;
    const database = this.#assertInPlace(this.#database);
    for (const file of [this.#log, this.#index]) this.#assertInPlace(file);
    if (database && this.#content.isForeign(database.mtimeNs)) this.#refuse(this.#database, OVERWRITTEN);
  }

  /** Call it before each commit: see {@link FileContent.mark}. */
  markContent(store: Store): void {
    this.#content.mark(store);
  }

  /** @returns `null` for a side file that is not at this path, as when the database is a link. */
  #assertInPlace(file: OpenFile): BigIntStats | null {
    const found = identify(file.path);
    if (isSameFile(found, file.identity)) return found;
    return this.#refuse(file, found === null ? 'deleted or moved' : 'replaced by another file');
  }

  #refuse({ path }: OpenFile, change: string): never {
    const error = worldError('world_files_replaced', { file: this.#database.path, changed: basename(path), change });
    this.onReplaced(error, change === OVERWRITTEN);
    throw error;
  }
}
