/** What can go wrong in a store thread, in a form that travels between threads. */
import { WorkflowError } from '../../contract/errors.ts';
import { worldError } from '../messages.ts';

/** An error of the catalogue, or of SQLite, taken apart. */
export interface Failure {
  message: string;
  code: string;
  fix: string | undefined;
  /** Not the request is at fault but the disk: it may be sent again. */
  isTransient: boolean;
}

/** Primary result codes, see sqlite.org/rescode.html. */
const SQLITE = { busy: 5, locked: 6, readonly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

/** The primary result code of an error of SQLite. */
const sqliteCode = (error: Error): number | null =>
  'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null;

/** The name of an error of the operating system, for instance `ENOSPC`. */
const systemCode = (error: Error): unknown => ('code' in error ? error.code : null);

export const isBusy = (error: unknown): boolean => error instanceof Error && sqliteCode(error) === SQLITE.busy;

function toWorkflowError(error: Error, file: string): WorkflowError {
  if (error instanceof WorkflowError) return error;
  const detail = error.message;
  switch (sqliteCode(error) ?? systemCode(error)) {
    case SQLITE.full:
    case 'ENOSPC':
      return worldError('world_disk_full', { file });
    case SQLITE.io:
    case 'EIO':
      return worldError('world_io_failed', { file, detail });
    case SQLITE.busy:
    case SQLITE.locked:
      return worldError('world_file_busy', { file });
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

const TRANSIENT = new Set(['world_disk_full', 'world_io_failed', 'world_file_busy']);

export function toFailure(thrown: unknown, file: string): Failure {
  const error = toWorkflowError(thrown instanceof Error ? thrown : new Error(String(thrown)), file);
  const { code, fix } = error;
  const tail = fix === undefined ? ` [${code}]` : ` Fix: ${fix} [${code}]`;
  return { message: error.message.slice(0, -tail.length), code, fix, isTransient: TRANSIENT.has(code) };
}

export const toError = ({ message, code, fix }: Failure): WorkflowError => new WorkflowError(message, { code, fix });
