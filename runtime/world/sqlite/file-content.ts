/**
 * Notices that another file was copied over an open database, as `cp` does with a backup. Name and number of the file
 * stay the same then, and commits go on into a log that fits to nothing.
 */
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** The content of an open database, apart from its log. Only checkpoints and foreign programs change it. */
export class FileContent {
  readonly #path: string;
  readonly #secret: string;
  /** The change of the file that was looked at last, and the one that was there at the last rest. */
  #seen = -1n;
  #atRest = -1n;
  #isSettled = false;
  #isForeign = false;

  /** @param secret The secret of the store, which no other store has. */
  constructor(path: string, secret: string) {
    this.#path = path;
    this.#secret = secret;
  }

  /** Whether it belongs to another store now. Cheap while the file stays as it is. @param changedAt Its last change. */
  isForeign(changedAt: bigint): boolean {
    if (changedAt !== this.#seen) this.#look();
    this.#seen = changedAt;
    return this.#isForeign;
  }

  /** The same, for calls now and then: it looks once more when a change is over, because times of files are coarse. */
  isForeignAtRest(changedAt: bigint): boolean {
    const isSettled = changedAt === this.#atRest;
    this.#atRest = changedAt;
    if (isSettled && !this.#isSettled) this.#look();
    this.#isSettled = isSettled;
    return this.isForeign(changedAt);
  }

  #look(): void {
    const url = pathToFileURL(this.#path);
    // Without its log. SQLite itself opens it, because closing a file drops the locks that a process has on it.
    url.search = 'immutable=1';
    let db: DatabaseSync | undefined;
    try {
      db = new DatabaseSync(url, { readOnly: true });
      const rows = db.prepare("SELECT key, value FROM meta WHERE key IN ('secret', 'sealed')").all();
      this.#isForeign ||= rows.some(({ key, value }) => key === 'sealed' || value !== this.#secret);
    } catch {
      // A new store has all in its log. A file that is being written is looked at again. Old versions of Node cannot.
    } finally {
      db?.close();
    }
  }
}
