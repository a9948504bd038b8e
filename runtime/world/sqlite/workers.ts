/** Workers: their ids, whether they are alive, and how their runs are released. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { WorkerId } from '../../contract/ids.ts';
import { worldError } from '../messages.ts';
import type { KeepLeaseOptions, WorkerRecord } from '../world.ts';
import { PRIVATE_FOLDER } from './create-files.ts';
import { interruptOf } from './offers.ts';
import { takeLock, type LivenessLock } from './liveness-lock.ts';
import { countSigns, tellRenewal, type SharedLease } from '../threads/shared-lease.ts';
import type { Store } from './store.ts';
import { ABANDONED_SOME_TIME } from '../rows/run-status.ts';

/** A lease that this thread renews. */
interface KeptLease extends KeepLeaseOptions {
  shared: SharedLease;
  renewedAt: number;
  signs: number;
  signAt: number;
}

/** Renewals of a kept lease while it lasts: one may fail. */
const RENEWALS_PER_LEASE = 3;
const LOCK_EXTENSION = '.lock';

/** Locks of the workers that joined through this thread. */
const heldLocks = new Map<string, LivenessLock>();

/** Leases of workers that joined through this thread. */
const keptLeases = new Map<string, KeptLease>();

/** The internal id of a known worker. */
export function findWorker(store: Store, workerId: string): number | null {
  return store.first<{ id: number }>('SELECT id FROM workers WHERE worker_id = ?', workerId)?.id ?? null;
}

/** See `World.hasWorker`. */
export const hasWorker = (store: Store, now: number, except: string): boolean =>
  store.first('SELECT 1 FROM workers WHERE lease_until >= ? AND worker_id <> ? LIMIT 1', now, except) !== undefined;

/** See `World.listWorkers`. */
export const listWorkers = (store: Store): WorkerRecord[] =>
  store.all<WorkerRecord>(
    `SELECT worker_id AS workerId, lease_until AS leaseUntil,
        (SELECT count(*) FROM runs WHERE owner = workers.id) AS runs,
        (SELECT count(*) FROM offers WHERE taken_by = worker_id) AS steps
      FROM workers ORDER BY worker_id`,
  );

/** See `World.joinWorker`. */
export function joinWorker(store: Store, workerId: WorkerId, leaseUntil: number): void {
  if (!heldLocks.has(workerId)) {
    holdLock(store, workerId);
    // An earlier process of this id may have left runs that this one does not know of.
    removeWorker(store, workerId, ABANDONED_SOME_TIME);
  }
  const text = `INSERT INTO workers (worker_id, lease_until) VALUES (?, ?)
    ON CONFLICT (worker_id) DO UPDATE SET lease_until = excluded.lease_until`;
  store.run(text, workerId, leaseUntil);
}

/** See `World.renewWorker`. */
export function renewWorker(store: Store, workerId: WorkerId, leaseUntil: number): boolean {
  const text = 'UPDATE workers SET lease_until = max(lease_until, ?) WHERE worker_id = ?';
  const { changes } = store.run(text, leaseUntil, workerId);
  const isKnown = changes > 0;
  // A thread that was lost took the lock with it.
  if (isKnown) holdLock(store, workerId);
  else store.after('commit', () => dropLock(workerId));
  return isKnown;
}

/** See `World.keepLease`. The renewals are made by {@link renewKeptLeases}. */
export function keepLease(_store: Store, workerId: WorkerId, options: KeepLeaseOptions, shared: SharedLease): void {
  keptLeases.set(workerId, { ...options, shared, renewedAt: Date.now(), signs: 0, signAt: Date.now() });
}

/** Renews the kept leases whose time has come, and tells their workers. Called often, between batches. */
export function renewKeptLeases(store: Store): void {
  for (const [workerId, lease] of keptLeases) {
    const now = Date.now();
    noteSigns(lease, now);
    // After a stop of the process this looks like silence, too: the first sign of life ends it.
    const isStuck = now - lease.signAt >= lease.stuckLimitMs;
    const isYoung = 0 <= now - lease.renewedAt && now - lease.renewedAt < lease.leaseMs / RENEWALS_PER_LEASE;
    if (isStuck || isYoung) continue;
    const until = now + lease.leaseMs;
    const { result: isKnown } = store.transaction(() => renewWorker(store, workerId as WorkerId, until));
    tellRenewal(lease.shared, isKnown ? until : 0);
    if (isKnown) lease.renewedAt = now;
    else keptLeases.delete(workerId);
  }
}

function noteSigns(lease: KeptLease, now: number): void {
  const signs = countSigns(lease.shared);
  if (signs === lease.signs && now >= lease.signAt) return;
  lease.signs = signs;
  lease.signAt = now;
}

/** See `World.leaveWorker`. */
export function leaveWorker(store: Store, workerId: WorkerId): void {
  keptLeases.delete(workerId);
  forgetWorker(store, workerId, ABANDONED_SOME_TIME);
}

/** See `World.releaseDead`. It finds both expired leases and processes that have ended. */
export function releaseDead(store: Store, now: number): number {
  let released = 0;
  for (const [workerId, leaseUntil] of findLeases(store)) {
    if (leaseUntil < now) released += forgetWorker(store, workerId, now);
    else if (hasEnded(store, workerId)) {
      // Who asked may have been stopped since `now`, and that process may have begun attempts until it ended.
      const endedBy = Math.min(leaseUntil, Math.max(now, Date.now()));
      released += forgetWorker(store, workerId, endedBy);
    }
  }
  return released;
}

/** Drops the locks of all workers of this thread. */
export function dropLocks(): void {
  for (const workerId of heldLocks.keys()) dropLock(workerId);
}

/**
 * The ends of all workers' leases. A process that ends while it joins leaves a lock file without a worker; it counts as
 * a worker whose lease never expires.
 */
function findLeases(store: Store): Map<string, number> {
  const workers = new Map<string, number>();
  const { workersDir } = store.paths;
  for (const file of existsSync(workersDir) ? readdirSync(workersDir) : []) {
    if (file.endsWith(LOCK_EXTENSION)) workers.set(decodeURIComponent(basename(file, LOCK_EXTENSION)), Infinity);
  }
  const rows = store.all<{ worker_id: string; lease_until: number }>('SELECT worker_id, lease_until FROM workers');
  for (const row of rows) workers.set(row.worker_id, row.lease_until);
  return workers;
}

/**
 * Whether a worker's process has ended: its lock can be taken. This also removes the lock file. A file that somebody
 * deleted proves nothing: the worker makes it anew when it renews its lease, or the lease ends.
 */
function hasEnded(store: Store, workerId: string): boolean {
  if (heldLocks.has(workerId) || !existsSync(lockPath(store, workerId))) return false;
  const lock = takeLock(lockPath(store, workerId));
  lock?.release();
  return lock !== null;
}

/**
 * Removes a worker and releases its runs, whose due times stay as they are. Returns how many runs.
 * @param at For the column `abandoned`.
 */
function forgetWorker(store: Store, workerId: string, at: number): number {
  store.after('commit', () => dropLock(workerId));
  return removeWorker(store, workerId, at);
}

function removeWorker(store: Store, workerId: string, at: number): number {
  const worker = findWorker(store, workerId);
  if (worker === null) return 0;
  store.run('DELETE FROM workers WHERE id = ?', worker);
  // SQLite uses the partial index `runs_unsuccessful` only when its condition is in the query word for word.
  const text = `UPDATE runs SET owner = NULL, abandoned = ?
    WHERE owner = ? AND status IN (0, 1) AND status <> 2 RETURNING due_at`;
  const released = store.all<{ due_at: number | null }>(text, at, worker);
  const dueAt = released.reduce((earliest, run) => Math.min(earliest, run.due_at ?? Infinity), Infinity);
  if (dueAt < Infinity) store.publish({ kind: 'due', dueAt });
  interruptOf(store, workerId, at);
  return released.length;
}

/**
 * Takes the lock of a worker unless this thread has it and its file is where others look for it. All locks are taken
 * inside transactions that write, so `hasEnded` in another process never holds a lock at the moment when its worker
 * wants it.
 */
function holdLock(store: Store, workerId: string): void {
  const held = heldLocks.get(workerId);
  if (held?.isInPlace) return;
  // Never with the folders above it: a store that was deleted stays so.
  if (!existsSync(store.paths.workersDir)) mkdirSync(store.paths.workersDir, { mode: PRIVATE_FOLDER });
  const lock = takeLock(lockPath(store, workerId));
  if (!lock) throw worldError('world_worker_taken', { workerId });
  held?.release();
  heldLocks.set(workerId, lock);
  store.after('rollback', () => dropLock(workerId));
}

function dropLock(workerId: string): void {
  heldLocks.get(workerId)?.release();
  heldLocks.delete(workerId);
}

const lockPath = (store: Store, workerId: string): string =>
  join(store.paths.workersDir, encodeURIComponent(workerId) + LOCK_EXTENSION);
