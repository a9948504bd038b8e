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
  #changedAt = -1n;
  #isAtRest = false;
  #isForeign = false;

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
    this.#changedAt = changedAt;
    this.#isAtRest = isUnchanged;
    return this.#isForeign;
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
