/** Creates and opens the database file. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { worldError } from '../messages.ts';
import type { Durability } from '../open.ts';
import { assertNotSealed, readMeta } from './back-up.ts';
import { BUSY_TIMEOUT_MS, retryWhileBusy } from './busy.ts';
import { createFiles } from './create-files.ts';
import { assertNotOverwritten } from './file-content.ts';
import { letNewFileShrink } from './free-pages.ts';
import { assertKnownSchema, migrate } from './migrations.ts';
import { identify, isSameFile, OpenFiles } from './open-files.ts';
import { Store } from './store.ts';
import { toPaths, type StorePaths } from './store-paths.ts';
import { CHECKPOINT_PAGES } from './write-ahead-log.ts';

/** Where the store is, and how durable its commits are. */
export interface DatabaseOptions {
  dataDir: string;
  durability: Durability;
}

/** FULL syncs the log at each commit. */
const SYNC_LEVELS: Record<Durability, string> = { commit: 'FULL', relaxed: 'NORMAL' };
/** The size to which the log shrinks again after a transaction that needed more. */
const LOG_BYTES_MAX = 16 * 1024 * 1024;

/** How often a file that is replaced while it is opened is opened again. */
const TRIES_MAX = 3;

/** Opens the connection that writes; creates the file and brings its schema up to date. */
export function openForWriting({ dataDir, durability }: DatabaseOptions): Store {
  const paths = toPaths(dataDir);
  createFiles(paths);
  return retryWhileBusy(() => connectToStayingFile(paths, durability));
}

/** Opens a connection that only reads. It leaves the schema as it is. @throws `world_store_missing`. */
export function openForReading({ dataDir }: DatabaseOptions): Store {
  const paths = toPaths(dataDir);
  if (!existsSync(paths.file)) throw worldError('world_store_missing', { file: paths.file });
  const db = connect(paths.file);
  db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA query_only = 1`);
  return new Store(db, paths);
}

/**
 * The path must lead to the same file before and after it was opened. On a layered file system, as of containers, the
 * first opening for writing makes a copy.
 */
function connectToStayingFile(paths: StorePaths, durability: Durability): Store {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const before = identify(paths.file);
    const store = connectForWriting(paths, durability);
    if (isSameFile(identify(paths.file), before)) return store;
    store.db.close();
  }
  throw worldError('world_files_replaced', { file: paths.file, changed: 'it', change: 'replaced again and again' });
}

function connectForWriting(paths: StorePaths, durability: Durability): Store {
  const db = connect(paths.file);
  try {
    assertKnownSchema(db, paths.file);
    assertNotOverwritten(db, paths.file);
    assertNotSealed(db, paths.file);
    letNewFileShrink(db);
    setDurability(db, durability);
    migrate(db, paths.file);
    return new Store(db, paths, new OpenFiles(paths.file, String(readMeta(db, 'secret'))));
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Only macOS knows `fullfsync`. Its fsync leaves data in the memory of the disk, where a power cut takes it; with
 * `fullfsync` SQLite uses F_FULLFSYNC instead. The log and the database are written in an order that keeps the database
 * sound, so the sync of a checkpoint has to be a full one for `relaxed`, too.
 */
function setDurability(db: DatabaseSync, durability: Durability): void {
  const fullSync = durability === 'commit' ? 1 : 0;
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${SYNC_LEVELS[durability]}`);
  db.exec(`PRAGMA fullfsync = ${fullSync}; PRAGMA checkpoint_fullfsync = 1`);
  db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA journal_size_limit = ${LOG_BYTES_MAX}`);
}

function connect(file: string): DatabaseSync {
  return new DatabaseSync(file, { enableForeignKeyConstraints: false });
}
