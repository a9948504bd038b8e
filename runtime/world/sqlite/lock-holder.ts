/** Which process keeps others from writing to a database: for their messages, where the system tells it. */
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { LockHolder } from '../messages.ts';

/** The byte of the index that a process locks to write to the log, see sqlite.org/walformat.html. */
const WRITE_LOCK = 120;
/** The first of the bytes that a process locks to have the whole database for itself. */
const WHOLE_LOCK = 2 ** 30;

/**
 * The process that holds the lock for writing. `null`: none does any more; or it cannot be known, as on systems other
 * than Linux, for a process of another user, or in another container.
 */
export function findLockHolder(database: string): LockHolder | null {
  try {
    return findOn(`${database}-shm`, WRITE_LOCK) ?? findOn(database, WHOLE_LOCK);
  } catch {
    return null;
  }
}

/** Tools that deploy functions copy what is named in a call of the file system, so no call names it. */
const inProc = (...names: string[]): string => ['/proc', ...names].join('/');

/** Lines are `1: POSIX ADVISORY WRITE <process> <device>:<inode> <first byte> <last byte>`. */
function findOn(path: string, byte: number): LockHolder | null {
  const file = realpathSync(path);
  const inode = statSync(file, { bigint: true }).ino;
  for (const line of readFileSync(inProc('locks'), 'utf8').split('\n')) {
    const [, kind, , access, pid, place, first, last] = line.split(/\s+/);
    const isLock = kind === 'POSIX' && access === 'WRITE' && place?.endsWith(`:${inode}`);
    if (isLock && Number(first) <= byte && byte <= Number(last) && hasOpen(pid!, file)) return describe(pid!);
  }
  return null;
}

/** Numbers of files are unique on one device only. */
const hasOpen = (pid: string, file: string): boolean =>
  readdirSync(inProc(pid, 'fd')).some((fd) => {
    try {
      return readlinkSync(inProc(pid, 'fd', fd)) === file;
    } catch {
      // It was closed meanwhile.
      return false;
    }
  });

/** `T` and `t` are the states of a process that is stopped. */
function describe(pid: string): LockHolder {
  const [, state] = /^State:\s*(\S)/m.exec(readFileSync(inProc(pid, 'status'), 'utf8'))!;
  return {
    process: Number(pid),
    program: basename(readlinkSync(inProc(pid, 'exe'))),
    isStopped: state!.toLowerCase() === 't',
  };
}
