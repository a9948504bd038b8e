/** Makes and opens the database file. */
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Durability } from '../open.ts';
import { BUSY_TIMEOUT_MS, retryWhileBusy } from './busy.ts';
import { assertKnownSchema, migrate } from './migrations.ts';
import { Store } from './store.ts';
import { toPaths, type StorePaths } from './store-paths.ts';
import { CHECKPOINT_PAGES } from './write-ahead-log.ts';

export interface DatabaseOptions {
  dataDir: string;
  durability: Durability;
}

/** FULL syncs the log at each commit. */
const SYNC_LEVELS: Record<Durability, string> = { commit: 'FULL', relaxed: 'NORMAL' };
/** To this size the log shrinks again after a transaction that needed more. */
const LOG_BYTES_MAX = 16 * 1024 * 1024;

/** The connection that writes; makes the file and brings its schema up to date. */
export function openForWriting({ dataDir, durability }: DatabaseOptions): Store {
  const paths = toPaths(dataDir);
  createFile(paths);
  return retryWhileBusy(() => {
    const db = connect(paths.file);
    try {
      assertKnownSchema(db, paths.file);
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${SYNC_LEVELS[durability]}`);
      db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA journal_size_limit = ${LOG_BYTES_MAX}`);
      migrate(db, paths.file);
      return new Store(db, paths);
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** A connection that only reads, to a file that {@link openForWriting} has opened. */
export function openForReading({ dataDir }: DatabaseOptions): Store {
  const paths = toPaths(dataDir);
  const db = connect(paths.file);
  db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA query_only = 1`);
  return new Store(db, paths);
}

function connect(file: string): DatabaseSync {
  return new DatabaseSync(file, { enableForeignKeyConstraints: false });
}

/**
 * Makes the file with mode 0600, because it holds a secret; SQLite gives its side files the same mode. The file gets its name
 * when it is closed already: closing it later would drop the locks that another thread of this process has on it.
 */
function createFile({ file, workersDir }: StorePaths): void {
  const isNewFolder = !existsSync(dirname(file));
  const topmostMade = mkdirSync(workersDir, { recursive: true });
  if (isNewFolder) hideFromGit(dirname(file));
  if (existsSync(file)) return;
  const unnamed = `${file}.new-${process.pid}-${performance.now()}`;
  closeSync(openSync(unnamed, 'wx', 0o600));
  try {
    linkSync(unnamed, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unnamed);
  }
  syncDirectories(dirname(file), dirname(topmostMade ?? file));
}

/**
 * Writes a `.gitignore` that keeps a new folder, which will hold a secret and user data, out of version control. Never
 * called for a folder that was there before: it may hold other things.
 */
function hideFromGit(directory: string): void {
  try {
    writeFileSync(join(directory, '.gitignore'), '*\n', { flag: 'wx' });
  } catch {
    // Another process was first, or the file cannot be written. Whether the store itself can be written shows next.
  }
}

/** Makes sure that a power cut leaves the way to a new file: each directory from the lowest up to the highest. */
function syncDirectories(lowest: string, highest: string): void {
  if (process.platform === 'win32') return;
  for (let directory = lowest; ; directory = dirname(directory)) {
    const fd = openSync(directory, 'r');
    fsyncSync(fd);
    closeSync(fd);
    if (directory.length <= highest.length) return;
  }
}
