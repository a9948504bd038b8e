/** Maintenance of the write-ahead log, at moments when nobody waits. */
import { closeSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { Store } from './store.ts';

/** The log is folded into the database when it has this many pages, or earlier in a quiet moment. */
export const CHECKPOINT_PAGES = 2_000;
/**
 * A commit into space that the file already has needs no change of its size on disk and takes about half the time. So
 * the file gets the size that the log can reach: a page and its header are a little more than 4 kB.
 */
const RESERVE_BYTES = CHECKPOINT_PAGES * 4_352;
const BLOCK = new Uint8Array(256 * 1024);

/**
 * Extends the log with zeros, which SQLite does not take for frames. It does so inside a transaction, so that no other
 * process writes to the log meanwhile. SQLite holds no locks on this file, so opening and closing it drops none.
 */
export function reserveLog(store: Store): void {
  store.transaction(() => {
    const fd = openSync(`${store.paths.file}-wal`, 'r+');
    try {
      let size = fstatSync(fd).size;
      for (; size < RESERVE_BYTES; size += BLOCK.length) writeSync(fd, BLOCK, 0, BLOCK.length, size);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  });
}

/** Folds the log into the database as far as readers allow; the next commit then starts the log again. */
export const foldLog = (store: Store): void => void store.first('PRAGMA wal_checkpoint(PASSIVE)');
