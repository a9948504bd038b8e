/**
 * Notices that another file was copied over an open database, as `cp` does with a backup. Name and number of the file
 * stay the same then, and commits go on into a log that fits to nothing.
 *
 * An earlier copy of the same store is known by its mark, a number that only grows: after each change of the file, the
 * next commit raises it, so two contents of the file never have the same one.
 */
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { worldError } from '../messages.ts';
import { readMeta } from './back-up.ts';
import { retryWhileBusy } from './busy.ts';
import type { Store } from './store.ts';

/** SQLite keeps it on the first page and does not use it itself. */
const MARK = 'application_id';

/** The content of an open database, apart from its log. Only checkpoints and foreign programs change it. */
export class FileContent {
  readonly #path: string;
  readonly #secret: string;
  #changedAt = -1n;
  #isAtRest = false;
  #isForeign = false;
  /** The highest mark that the file has had. */
  #mark = 0;
  #wasLower = false;
  #needsMark = true;
  /** Rows that the connection had changed in all, when it was last looked at. */
  #rowsChanged = 0;

  /** @param secret The secret of the store, which no other store has. */
  constructor(path: string, secret: string) {
    this.#path = path;
    this.#secret = secret;
  }

  /**
   * Whether it belongs to another store now. Call it now and then: it looks when the file has changed, and once more
   * when it has not changed since, because times of files are coarse.
   * @param changedAt Time of the last change.
   */
  isForeign(changedAt: bigint): boolean {
    const isUnchanged = changedAt === this.#changedAt;
    if (!isUnchanged || !this.#isAtRest) this.#look();
    if (!isUnchanged) this.#needsMark = true;
    this.#changedAt = changedAt;
    this.#isAtRest = isUnchanged;
    return this.#isForeign;
  }

  /** Call it before each commit. It raises the mark if the file has another content since, and the commit has any. */
  mark(store: Store): void {
    if (!this.#needsMark) return;
    const rowsChanged = store.first<{ n: number }>('SELECT total_changes() AS n')!.n;
    if (rowsChanged === this.#rowsChanged) return;
    store.db.exec(`PRAGMA ${MARK} = ${readMark(store.db) + 1}`);
    store.after('commit', () => {
      this.#needsMark = false;
      this.#rowsChanged = rowsChanged;
    });
  }

  #look(): void {
    const url = pathToFileURL(this.#path);
    // Without its log. SQLite itself opens it, because closing a file drops the locks that a process has on it.
    url.search = 'immutable=1';
    let db: DatabaseSync | undefined;
    try {
      db = new DatabaseSync(url, { readOnly: true });
      const mark = readMark(db);
      const isLower = mark < this.#mark;
      // Twice: nobody says that one reads all of a page that is being written.
      this.#isForeign ||= isLower && this.#wasLower;
      this.#wasLower = isLower;
      this.#mark = Math.max(this.#mark, mark);
      const rows = db.prepare("SELECT key, value FROM meta WHERE key IN ('secret', 'sealed')").all();
      this.#isForeign ||= rows.some(({ key, value }) => key === 'sealed' || value !== this.#secret);
    } catch {
      // A new store has all in its log. A file that is being written is looked at again. Old versions of Node cannot.
    } finally {
      db?.close();
    }
  }
}

const readMark = (db: DatabaseSync): number => Number(db.prepare(`PRAGMA ${MARK}`).get()![MARK]);

/**
 * Notes in the log of a database that was overwritten that the two do not fit: SQLite folds that log into the file, or
 * reads it with the file, without a word.
 */
export function noteOverwritten({ db }: Store): void {
  try {
    retryWhileBusy(() => db.exec("INSERT OR REPLACE INTO meta VALUES ('overwritten', '1')"));
  } catch {
    // The mixture is damaged: SQLite itself refuses it.
  }
}

/** @throws `world_file_overwritten`. Reads only. */
export function assertNotOverwritten(db: DatabaseSync, file: string): void {
  if (readMeta(db, 'overwritten') !== null) throw worldError('world_file_overwritten', { file });
}
