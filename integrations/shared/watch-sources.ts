/**
 * Watches the sources of a build. One watcher for each directory: a recursive one loses files that editors save by
 * renaming, and folders that are deleted and made again.
 */
import { type FSWatcher, type WatchEventType, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { listSourceTree, type SourceTree } from './source-tree.ts';

/** Editors save in several steps, and tools many files at once. */
const QUIET_MS = 30;
/** A file is emptied before it is written anew; its text is about to follow. */
const EMPTIED_MS = 300;
const SOURCE_FILE = /\.[cm]?[jt]sx?$/;

export interface SourceWatcherOptions {
  /** Absolute paths of folders that are watched with all that is below them; one may be missing. */
  folders: readonly string[];
  /** Called when something that a build reads may have changed. */
  onChange(): void;
}

export class SourceWatcher {
  readonly #options: SourceWatcherOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  #tree: SourceTree = new Map();
  #files: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: SourceWatcherOptions) {
    this.#options = options;
    this.#sync();
  }

  /** Watches these files too, instead of those given before. Absolute paths. */
  watchFiles(files: Iterable<string>): void {
    this.#files = new Set(files);
    this.#sync();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Watches what is there now. True when directories came or went. */
  #sync(): boolean {
    if (this.#isClosed) return false;
    const before = this.#tree;
    this.#tree = listSourceTree(this.#options.folders, this.#files);
    const gone = [...before].filter(([dir, id]) => this.#tree.get(dir) !== id);
    const added = [...this.#tree].filter(([dir, id]) => before.get(dir) !== id);
    for (const [dir] of gone) this.#unwatch(dir);
    for (const [dir] of added) this.#watch(dir);
    return gone.length + added.length > 0;
  }

  #watch(dir: string): void {
    try {
      const watcher = watch(dir, { persistent: false }, (event, name) => this.#notice(event, dir, name));
      // The directory is gone; the next look at the tree finds it out.
      watcher.on('error', () => this.#unwatch(dir));
      this.#watchers.set(dir, watcher);
    } catch {
      // Gone since it was listed.
    }
  }

  #unwatch(dir: string): void {
    this.#watchers.get(dir)?.close();
    this.#watchers.delete(dir);
  }

  #notice(event: WatchEventType, dir: string, name: string | null): void {
    const isSource = name === null || SOURCE_FILE.test(name) || this.#files.has(join(dir, name));
    // The other kind, 'change', is about the content of a file.
    const isNewTree = event === 'rename' && this.#sync();
    if (!isSource && !isNewTree) return;
    if (this.#timer) clearTimeout(this.#timer);
    const quietMs = name !== null && isEmptyFile(join(dir, name)) ? EMPTIED_MS : QUIET_MS;
    this.#timer = setTimeout(() => this.#options.onChange(), quietMs).unref();
  }
}

function isEmptyFile(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile() && stat.size === 0;
}
