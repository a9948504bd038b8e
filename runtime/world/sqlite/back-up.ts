/**
 * Backups: copies of a store that are made while others work with it, and become stores again. A backup is sealed: it
 * cannot be opened as a store until it is restored, so that nobody works on it beside the original by accident.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { worldError } from '../messages.ts';
import type { Restoration } from '../open.ts';
import {
  createEmpty,
  createFolders,
  giveName,
  syncDirectories,
  syncFile,
  toUnnamed,
  unnamedPrefix,
} from './create-files.ts';
import { isDamage } from './failure.ts';
import { letCopiesShrink } from './free-pages.ts';
import { takeLock } from './liveness-lock.ts';
import { toPaths } from './store-paths.ts';
import type { Store } from './store.ts';

/** Throws `world_backup_sealed` when the file is a backup. Reads only. */
export function assertNotSealed(db: DatabaseSync, file: string): void {
  if (readMeta(db, 'sealed') !== null) throw worldError('world_backup_sealed', { file });
}

/** See `World.backup`. It takes a while, so it needs a connection of its own, which cannot be used afterwards. */
export function backUp(store: Store, target: string): void {
  if (existsSync(target)) throw worldError('world_backup_exists', { target });
  try {
    // SQLite takes the copy for a change of the database.
    store.db.exec('PRAGMA query_only = 0');
    const seal = (copy: DatabaseSync): void => copy.exec("INSERT INTO meta VALUES ('sealed', '1')");
    copyDatabase(store.db, target, seal);
    syncDirectories(dirname(target), dirname(target));
  } catch (error) {
    if (isDamage(error)) throw error;
    if (isTaken(error)) throw worldError('world_backup_exists', { target });
    throw worldError('world_backup_failed', { target, detail: (error as Error).message }, error);
  }
}

/** See `restoreStore`. */
export function restore({ source, dataDir }: Restoration): void {
  const paths = toPaths(resolve(dataDir));
  // A log that is left of another store would be folded into this one.
  for (const path of [paths.file, `${paths.file}-wal`, `${paths.file}-shm`]) {
    if (existsSync(path)) throw worldError('world_restore_occupied', { file: paths.file, found: basename(path) });
  }
  try {
    // No process of the original works on this one.
    const unseal = (copy: DatabaseSync): void =>
      copy.exec("DELETE FROM meta WHERE key = 'sealed'; UPDATE workers SET lease_until = 0");
    withBackup(source, (backup) => {
      const syncNames = createFolders(paths);
      copyDatabase(backup, paths.file, unseal);
      syncNames();
    });
  } catch (error) {
    if (isTaken(error)) throw worldError('world_restore_occupied', { file: paths.file, found: basename(paths.file) });
    throw worldError('world_restore_failed', { source, detail: (error as Error).message }, error);
  }
}

function withBackup(file: string, use: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    if (readMeta(db, 'secret') === null) throw new Error('it is no workflow store');
    use(db);
  } finally {
    db.close();
  }
}

/**
 * Copies one moment of a database, and checks the copy before it gets its name. Free pages, with what was deleted, are
 * left out.
 */
function copyDatabase(source: DatabaseSync, target: string, edit: (copy: DatabaseSync) => void): void {
  removeAbandoned(dirname(target));
  const unnamed = toUnnamed(target);
  const lock = takeLock(`${unnamed}${LOCK}`)!;
  try {
    createEmpty(unnamed);
    letCopiesShrink(source);
    source.prepare('VACUUM INTO ?').run(unnamed);
    const copy = new DatabaseSync(unnamed);
    try {
      assertSound(copy);
      edit(copy);
    } finally {
      copy.close();
    }
    syncFile(unnamed);
    giveName(unnamed, target);
  } finally {
    rmSync(unnamed, { force: true });
    lock.release();
  }
}

/** Ends the name of the file that is locked while a copy is made; the copy has the rest of the name. */
const LOCK = '-lock';
const LOCK_NAME = /\.new-\d+-[\d.]+-lock$/;

/** Removes the copies of processes that were killed. The locks of all others are held. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter((found) => LOCK_NAME.test(found))) {
    const lock = takeLock(join(folder, name));
    if (!lock) continue;
    const copy = name.slice(0, -LOCK.length);
    rmSync(join(folder, copy), { force: true });
    // SQLite may have left a journal beside it.
    removeBeginningWith(folder, `${copy}-`);
    lock.release();
  }
}

function removeBeginningWith(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name), { force: true });
}

/** See `abandonBackup`. */
export const dropUnfinished = (target: string): void =>
  removeBeginningWith(dirname(target), basename(unnamedPrefix(target)));

function assertSound(db: DatabaseSync): void {
  const [found] = Object.values(db.prepare('PRAGMA integrity_check(1)').get()!);
  if (found !== 'ok') throw new Error(`the copy is damaged: ${String(found)}`);
}

/** A value of the table `meta`; `null` when there is none, as in an empty file. */
export function readMeta(db: DatabaseSync, key: string): unknown {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get()) return null;
  return db.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.['value'] ?? null;
}

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';
