/**
 * Proof that a worker's process is alive: an empty SQLite file, held in an exclusive transaction. The kernel drops the
 * lock when the process ends for any reason, and SQLite keeps the locks of several threads of one process apart.
 */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { PRIVATE_FILE, takeFromOthers } from './create-files.ts';
import { isBusy } from './failure.ts';
import { identify, isSameFile } from './open-files.ts';

/** A lock that this process holds. */
export interface LivenessLock {
  /** Whether the file is still at its path, where other processes look for it. */
  readonly isInPlace: boolean;
  /** Drops the lock and removes its file. Never throws. */
  release(): void;
}

/** Takes the lock; `null` when another connection, here or in another process, holds it. */
export function takeLock(path: string): LivenessLock | null {
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
  takeFromOthers(path, PRIVATE_FILE);
  const identity = identify(path);
  const isInPlace = (): boolean => isSameFile(identify(path), identity);
  return {
    get isInPlace() {
      return isInPlace();
    },
    release() {
      if (isInPlace()) removeFile(path);
      db.close();
    },
  };
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The lock is what counts; a file that nobody locks is removed by the next worker that looks for dead ones.
  }
}
