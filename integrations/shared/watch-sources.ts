/**
 * Watches the sources of a build, with one watcher for each directory. A recursive watcher loses files that editors
 * save by renaming, and folders that are deleted and created again.
 */
import { type FSWatcher, type WatchEventType, watch } from 'node:fs';
import { join } from 'node:path';
import { SettledChanges } from './settled-changes.ts';
import { listSourceTree, type SourceTree } from './source-tree.ts';

const SOURCE_FILE = /\.[cm]?[jt]sx?$/;

/** The folders to watch, and the callback. */
export interface SourceWatcherOptions {
  /** Absolute paths of folders to watch with their subfolders; they may not exist yet. */
  folders: readonly string[];
  /** Called when a file that a build reads may have changed. */
  onChange(): void;
}

/** Sources under watch, until `close()`. */
export interface WatchedSources {
  /** Watches these files too, and no longer those of the last call. Absolute paths. */
  watchFiles(files: Iterable<string>): void;
  close(): void;
}

/** Watches from its creation on. It does not keep the process alive. */
export class SourceWatcher implements WatchedSources {
  readonly #options: SourceWatcherOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changes: SettledChanges;
  #tree: SourceTree = new Map();
  #files: ReadonlySet<string> = new Set();
  #isClosed = false;

  constructor(options: SourceWatcherOptions) {
    this.#options = options;
    this.#changes = new SettledChanges(() => options.onChange());
    this.#sync();
  }

  watchFiles(files: Iterable<string>): void {
    this.#files = new Set(files);
    this.#sync();
  }

  close(): void {
    this.#isClosed = true;
    this.#changes.close();
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Watches the directories that exist now. True when some were added or removed. */
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
      // The directory was deleted; the next sync finds out.
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
    // The other event, 'change', means new content.
    const isNewTree = event === 'rename' && this.#sync();
    if (isSource || isNewTree) this.#changes.note(name === null ? null : join(dir, name));
  }
}
