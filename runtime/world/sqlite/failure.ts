/** Errors of a store thread, in a form that can be sent to another thread. */
import { WorkflowError } from '../../contract/errors.ts';
import { findLockHolder } from './lock-holder.ts';
import { toHeldError, worldError } from '../messages.ts';

/** An error of the catalogue, or of SQLite, taken apart. */
export interface StoreFailure {
  message: string;
  code: string;
  fix: string | undefined;
  facts: Readonly<Record<string, unknown>>;
  /** The disk or the files are at fault and not the request: all requests of its batch fail alike. */
  isStoreFault: boolean;
}

/** Primary result codes, see sqlite.org/rescode.html. */
const SQLITE = { busy: 5, locked: 6, readonly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

/** The texts of SQLite for these codes. The errors of Deno's `exec()` have no other sign of them. */
const TEXTS = new Map<string, number>([
  ['database is locked', SQLITE.busy],
  ['database table is locked', SQLITE.locked],
  ['attempt to write a readonly database', SQLITE.readonly],
  ['disk I/O error', SQLITE.io],
  ['database disk image is malformed', SQLITE.corrupt],
  ['database or disk is full', SQLITE.full],
  ['unable to open database file', SQLITE.cannotOpen],
  ['file is not a database', SQLITE.notADatabase],
]);

/** The primary result code of an error of SQLite. */
function sqliteCode(error: Error): number | null {
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff;
  return systemCode(error) === 'ERR_SQLITE_ERROR' ? (TEXTS.get(error.message) ?? null) : null;
}

/** The name of an error of the operating system, for instance `ENOSPC`. */
const systemCode = (error: Error): unknown => ('code' in error ? error.code : null);

/** Whether SQLite refused an operation because another connection holds a lock. */
export const isBusy = (error: unknown): boolean => error instanceof Error && sqliteCode(error) === SQLITE.busy;

/** Whether SQLite could not make sense of a file. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && [SQLITE.corrupt, SQLITE.notADatabase].includes(sqliteCode(error) ?? 0);

function toWorkflowError(error: Error, file: string): WorkflowError {
  if (error instanceof WorkflowError) return error;
  const detail = error.message;
  const held = toHeldError(detail, file);
  if (held) return held;
  switch (sqliteCode(error) ?? systemCode(error)) {
    case SQLITE.full:
    case 'ENOSPC':
      return worldError('world_disk_full', { file });
    case SQLITE.io:
    case 'EIO':
      return worldError('world_io_failed', { file, detail });
    case SQLITE.busy:
    case SQLITE.locked:
      return worldError('world_file_busy', { file, holder: findLockHolder(file) });
    case SQLITE.corrupt:
    case SQLITE.notADatabase:
      return worldError('world_file_corrupt', { file, detail });
    case SQLITE.readonly:
    case SQLITE.cannotOpen:
    case 'EACCES':
    case 'EEXIST':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EPERM':
    case 'EROFS':
      return worldError('world_directory_unwritable', { file, detail });
    default:
      return worldError('world_request_failed', { file, detail });
  }
}

const STORE_FAULTS = new Set(['world_disk_full', 'world_io_failed', 'world_file_busy', 'world_files_replaced']);

/**
 * Classifies an error of SQLite or of the operating system by the catalogue of Worlds.
 * @param file The database file, for the message.
 */
export function toFailure(thrown: unknown, file: string): StoreFailure {
  const error = toWorkflowError(thrown instanceof Error ? thrown : new Error(String(thrown)), file);
  const { code, fix } = error;
  const { process } = error as WorkflowError & { process?: number | null };
  const facts = process === undefined ? {} : { process };
  const tail = fix === undefined ? ` [${code}]` : ` Fix: ${fix} [${code}]`;
  return { message: error.message.slice(0, -tail.length), code, fix, facts, isStoreFault: STORE_FAULTS.has(code) };
}

/** Makes the error that callers get: the inverse of {@link toFailure}. */
export const toError = ({ message, code, fix, facts }: StoreFailure): WorkflowError =>
  new WorkflowError(message, { code, fix, facts });
