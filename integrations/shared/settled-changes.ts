/** Waits until files have come to rest: editors save in several steps, and tools change many files at once. */
import { statSync } from 'node:fs';

const QUIET_MS = 30;
/** An empty file is about to be written. */
const EMPTIED_MS = 300;

/** Calls back once after a series of changes. It does not keep the process alive. */
export class SettledChanges {
  readonly #onSettled: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(onSettled: () => void) {
    this.#onSettled = onSettled;
  }

  /** A change. @param path Absolute path of the file; `null`: nobody knows it. */
  note(path: string | null): void {
    this.close();
    this.#timer = setTimeout(this.#onSettled, path !== null && isEmptyFile(path) ? EMPTIED_MS : QUIET_MS).unref();
  }

  /** Forgets the changes so far. */
  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}

function isEmptyFile(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile() && stat.size === 0;
}
