/** The errors that a World gives to its caller. */
import { defineErrors, WorkflowError } from '../contract/errors.ts';
import type { HoldReason } from './stored-run.ts';

/** A process that keeps others from writing to a file. */
export interface LockHolder {
  process: number;
  /** The name of its program. */
  program: string;
  /** It was stopped, as by SIGSTOP or a debugger, and will not let go by itself. */
  isStopped: boolean;
}

interface InFile {
  file: string;
}
interface WithDetail extends InFile {
  detail: string;
}
interface InDatabase {
  database: string;
}
interface InDatabaseWithDetail extends InDatabase {
  detail: string;
}

const REPORT = (): string => 'report this message: it is a defect in "workflow".';

/** Makes an error of a World. */
export const worldError = defineErrors({
  world_closed: {
    message: ({ store }: { store: string }) => `The workflow store (${store}) is not open.`,
    fix: () => 'call open() before anything else, and close() last.',
  },
  world_store_missing: {
    message: ({ file }: InFile) => `There is no workflow store ${file}.`,
    fix: () =>
      'run this in the folder of the application, or set WORKFLOW_DATA_DIR; the first start() or worker makes the store.',
  },
  world_backup_unsupported: {
    message: ({ store }: { store: string }) => `A backup of the workflow store (${store}) cannot be made.`,
    fix: () => 'use the embedded store (WORKFLOW_WORLD=sqlite); what is in memory ends with its process anyway.',
  },
  world_backup_elsewhere: {
    message: ({ database }: InDatabase) =>
      `A backup of the workflow store in ${database} is a backup of that database.`,
    fix: () => 'use `pg_dump`, or snapshots of the database server.',
  },
  world_backup_exists: {
    message: ({ target }: { target: string }) => `There is already a file ${target}, so the backup was not written.`,
    fix: () => 'choose another name; a backup never overwrites anything.',
  },
  world_backup_failed: {
    message: ({ target, detail }: { target: string; detail: string }) =>
      `The backup ${target} could not be written (${detail}).`,
    fix: () => 'name a file in a folder that exists, can be written, and has room for the whole store.',
  },
  world_backup_sealed: {
    message: ({ file }: InFile) => `${file} is a backup, and no store that processes may work on.`,
    fix: () =>
      'stop all processes of the original, move this file out of the folder, and run `workflow restore <file>`.',
  },
  world_restore_occupied: {
    message: ({ file, found }: InFile & { found: string }) =>
      `The workflow store ${file} cannot be restored, because its folder holds ${found}.`,
    fix: () => 'stop all processes of the store, and move its folder away; a backup is never put on top of a store.',
  },
  world_restore_failed: {
    message: ({ source, detail }: { source: string; detail: string }) =>
      `The file ${source} cannot be restored (${detail}).`,
    fix: () => 'name a file that `workflow backup` has written, and a folder that can be written.',
  },
  world_store_exported: {
    message: ({ store }: { store: string }) =>
      `The workflow store (${store}) was closed by \`workflow export --freeze\`: its runs go on in another store.`,
    fix: () =>
      'let this process use that store; or, if you do not move after all, run `workflow export --thaw` on this one.',
  },
  world_store_importing: {
    message: ({ store }: { store: string }) =>
      `The workflow store (${store}) is being filled by \`workflow import\`, and no run may go on before all are there.`,
    fix: () => 'wait for the end of the import; if it was interrupted, run it again: it goes on where it ended.',
  },
  world_export_live: {
    message: ({ live, runs }: { live: number; runs: number }) =>
      `${live} of the ${runs} selected runs have not ended, and their store is open to workers: copies would go on twice.`,
    fix: () =>
      'stop all processes and use --freeze to move all runs, or --status completed,failed,cancelled to copy ended ones.',
  },
  world_export_worker: {
    message: ({ store }: { store: string }) =>
      `The workflow store (${store}) cannot be closed, because a worker has its runs.`,
    fix: () =>
      'stop every process that uses it; one that died without notice counts as alive until its lease (10 s) is over.',
  },
  world_export_unknown: {
    message: ({ runId }: { runId: string }) => `The store has no run "${runId}", so nothing was exported.`,
    fix: () => 'correct the id: `listRuns()` has them.',
  },
  world_export_newer: {
    message: ({ runId, seq }: { runId: string; seq: number }) =>
      `Event ${seq} of the run "${runId}" is of a kind that this version of "workflow" does not know.`,
    fix: () => 'export with the version of "workflow" that last worked on this store.',
  },
  world_moves_unsupported: {
    message: ({ store }: { store: string }) => `The runs of this store (${store}) cannot be exported or imported.`,
    fix: () =>
      'name an SQLite file or one database; further ones of WORKFLOW_DATABASE_URLS can be added after the import.',
  },
  world_import_foreign: {
    message: ({ name }: { name: string }) => `${name} is not an export of a workflow store.`,
    fix: () => 'name a file that `workflow export` has written; unpack it first if it was compressed.',
  },
  world_import_newer: {
    message: ({ name, found, version }: { name: string; found: number; version: string }) =>
      `${name} has the format ${found} of version ${version} of "workflow", which this version cannot read.`,
    fix: ({ version }: { name: string; found: number; version: string }) =>
      `import it with version ${version} or a newer one.`,
  },
  world_import_cut: {
    message: ({ name, runs }: { name: string; runs: number }) =>
      `${name} ends in the middle, after ${runs} whole runs: the rest of the export is missing.`,
    fix: () => 'get the whole file and import it; what is there already is skipped.',
  },
  world_import_damaged: {
    message: ({ name, detail }: { name: string; detail: string }) => `${name} is not as it was written (${detail}).`,
    fix: () => 'copy the file again, or export again; what is there already is skipped.',
  },
  world_import_unreadable: {
    message: ({ name, detail }: { name: string; detail: string }) => `${name} cannot be read (${detail}).`,
    fix: () => 'name a file that exists and may be read.',
  },
  world_import_worker: {
    message: ({ name }: { name: string }) =>
      `${name} has runs that have not ended, and a worker is alive on the store that they are to go into.`,
    fix: () => 'stop every process that uses that store until the import is done: none may go on before all are there.',
  },
  world_stage_gone: {
    message: ({ store }: { store: string }) =>
      `Another import into the workflow store (${store}) has removed the parts that this one had brought.`,
    fix: () => 'let one import at a time work on a store, and run this one again.',
  },
  world_project_differs: {
    message: ({ store, found, project }: { store: string; found: string; project: string }) =>
      `The workflow store (${store}) belongs to the project "${found}", and this application is "${project}".`,
    fix: ({ found }) =>
      `give this application a store of its own (WORKFLOW_DATA_DIR), or set WORKFLOW_PROJECT=${found} if both are one.`,
  },
  world_schema_newer: {
    message: ({ file, found, known }: InFile & { found: number; known: number }) =>
      `The workflow store ${file} has schema ${found}, but this version of "workflow" knows schemas up to ${known}.`,
    fix: () => 'install the version of "workflow" that last used this store, or a newer one.',
  },
  /** Final for the process that finds it: it stores nothing any more. */
  world_file_corrupt: {
    message: ({ file, detail }: WithDetail) => `The workflow store ${file} is damaged or not a database (${detail}).`,
    fix: () => 'restore the file from a backup, or move it away to start with an empty store.',
  },
  world_directory_unwritable: {
    message: ({ file, detail }: WithDetail) => `The workflow store ${file} cannot be written (${detail}).`,
    fix: () => 'make the folder and its files writable for this process, or set WORKFLOW_DATA_DIR to another folder.',
  },
  /** Transient: nothing of the request was stored, and it may be sent again. */
  world_disk_full: {
    message: ({ file }: InFile) => `The disk of the workflow store ${file} is full.`,
    fix: () => 'free some space; the store then continues by itself.',
  },
  /** Transient, like `world_disk_full`. */
  world_io_failed: {
    message: ({ file, detail }: WithDetail) => `The disk of the workflow store ${file} failed (${detail}).`,
    fix: () => 'check the disk and its limits; the store then continues by itself.',
  },
  /** Transient, like `world_disk_full`. */
  world_file_busy: {
    message: ({ file, holder }: InFile & { holder: LockHolder | null }) =>
      `${holder ? `The process ${holder.process} (${holder.program})` : 'Another process'} ` +
      `${holder?.isStopped ? 'was stopped and keeps' : 'has'} the workflow store ${file} locked for too long.`,
    fix: ({ holder }) =>
      holder?.isStopped
        ? `let it go on (kill -CONT ${holder.process}), or end it (kill -9 ${holder.process}).`
        : 'look for a program with an open transaction on the file, such as a database browser.',
    facts: ({ holder }) => ({ process: holder?.process ?? null }),
  },
  /** Final for the process: it stores nothing any more. The outcome of the request is unknown. */
  world_files_replaced: {
    message: ({ file, changed, change }: InFile & { changed: string; change: string }) =>
      `The workflow store ${file} is not the one that this process opened: ${changed} was ${change}.`,
    fix: () => 'find what deletes or replaces the files, put the store back if you have it, and restart this process.',
  },
  world_file_overwritten: {
    message: ({ file }: InFile) =>
      `The workflow store ${file} was overwritten while a process worked on it, and its log belongs to another content.`,
    fix: () =>
      'end all its processes, delete workflow.db and the -wal and -shm beside it, and put your copy there anew.',
  },
  /** The outcome is unknown: the request may or may not have been stored. */
  world_thread_lost: {
    message: ({ file, detail }: WithDetail) => `The thread that serves the workflow store ${file} ended (${detail}).`,
    fix: () => 'see the reason in brackets (often memory); the next request starts a new thread.',
  },
  world_request_failed: {
    message: ({ file, detail }: WithDetail) => `A request to the workflow store ${file} failed (${detail}).`,
    fix: REPORT,
  },
  world_driver_missing: {
    message: ({ driver }: { driver: string }) =>
      `A workflow store in PostgreSQL needs the package "${driver}", which is not installed.`,
    fix: ({ driver }) => `npm install ${driver}`,
  },
  world_address_invalid: {
    message: ({ detail }: { detail: string }) =>
      `The workflow store is to be in PostgreSQL, but no usable address says where (${detail}).`,
    fix: () => 'set WORKFLOW_DATABASE_URL or DATABASE_URL to postgres://user:password@host:5432/database.',
  },
  /** Transient: the request may or may not have been stored. */
  world_database_unreachable: {
    message: ({ database, detail }: InDatabaseWithDetail) => `The database ${database} does not answer (${detail}).`,
    fix: () => 'see that it runs and that this machine reaches it; work goes on by itself when it is back.',
  },
  world_database_refused: {
    message: ({ database, detail }: InDatabaseWithDetail) => `The database ${database} refuses the user (${detail}).`,
    fix: () => 'check user name and password in the address, and the rules of the server (pg_hba.conf).',
  },
  world_pooler_refused: {
    message: ({ database, detail }: InDatabaseWithDetail) =>
      `The pooler in front of ${database} refuses a setting of the connection (${detail}).`,
    fix: () => 'leave WORKFLOW_DATABASE_TIMEOUT_MS out, or let the pooler pass it on (ignore_startup_parameters).',
  },
  world_database_missing: {
    message: ({ database, detail }: InDatabaseWithDetail) => `There is no database ${database} (${detail}).`,
    fix: () => 'create it (createdb), or correct the address.',
  },
  world_database_empty: {
    message: ({ database, schema }: InDatabase & { schema: string }) =>
      `There is no workflow store in the schema "${schema}" of ${database}.`,
    fix: () => 'start the application once, or run `workflow migrate-store`.',
  },
  world_database_forbidden: {
    message: ({ database, detail }: InDatabaseWithDetail) =>
      `The user of the database ${database} lacks a right (${detail}).`,
    fix: () => 'let a user who may create a schema run `workflow migrate-store`, and grant this user the rights on it.',
  },
  /** Transient: after a fail-over the address leads to the new primary. */
  world_database_read_only: {
    message: ({ database }: InDatabase) => `The database ${database} can only be read: it is a replica.`,
    fix: () => 'use the address of the primary.',
  },
  /** Transient, like `world_database_unreachable`. */
  world_database_full: {
    message: ({ database, detail }: InDatabaseWithDetail) => `The database ${database} has no room (${detail}).`,
    fix: () => 'free some space; work goes on by itself.',
  },
  /** Transient, like `world_database_unreachable`. */
  world_database_busy: {
    message: ({ database, detail }: InDatabaseWithDetail) => `The database ${database} has no time (${detail}).`,
    fix: () => 'allow more connections or fewer per process (WORKFLOW_DATABASE_POOL), or longer statements.',
  },
  world_schema_older: {
    message: ({ database, found, known }: InDatabase & { found: number; known: number }) =>
      `The tables of ${database} have version ${found}, and this version of "workflow" needs ${known}.`,
    fix: () => 'run `workflow migrate-store` as a user who may change them.',
  },
  world_query_failed: {
    message: ({ database, detail }: InDatabaseWithDetail) =>
      `A request to the database ${database} failed (${detail}).`,
    fix: REPORT,
  },
  world_events_misnumbered: {
    message: ({ runId, expected, found }: { runId: string; expected: number; found: number }) =>
      `An event of the run "${runId}" has the number ${found}, but ${expected} is next.`,
    fix: REPORT,
  },
  world_appends_unrecorded: {
    message: ({ runId }: { runId: string }) => `A commit of the run "${runId}" appends to streams but has no event.`,
    fix: REPORT,
  },
  world_outbox_invalid: {
    message: ({ runId, reason }: { runId: string; reason: string }) =>
      `The run "${runId}" cannot be created by another run: ${reason}.`,
    fix: REPORT,
  },
  world_journal_full: {
    message: ({ runId, eventsMax }: { runId: string; eventsMax: number }) =>
      `The journal of the run "${runId}" has reached its limit of ${eventsMax} events.`,
    fix: () => 'split the work into several runs, or restart the workflow with continueAs().',
  },
  world_databases_mixed: {
    message: ({ number, detail }: { number: number; detail: string }) =>
      `The database number ${number} of WORKFLOW_DATABASE_URLS is not the one that belongs there: ${detail}.`,
    fix: () => 'list the databases in the order that they always had; new and empty ones come at the end.',
  },
  world_database_unlisted: {
    message: ({ runId, number, known }: { runId: string; number: number; known: number }) =>
      `The run ${runId} is in database number ${number}, and WORKFLOW_DATABASE_URLS has ${known}.`,
    fix: () => 'give all processes the same list.',
  },
  world_key_misplaced: {
    message: ({ runId }: { runId: string }) =>
      `The run ${runId} has a key, and its id does not name the database of that key.`,
    fix: () => 'make the id with nameRun(runId, key) of this World.',
  },
  world_stream_elsewhere: {
    message: ({ runId, writerId }: { runId: string; writerId: string }) =>
      `A step of the run ${writerId} cannot write to a stream of the run ${runId}, which is in another database.`,
    fix: () => 'start one of them as a child of the other: children are in the database of their parent.',
  },
  world_worker_taken: {
    message: ({ workerId }: { workerId: string }) => `Another process uses the worker id "${workerId}".`,
    fix: () => 'give each worker its own id.',
  },
  world_cursor_invalid: {
    message: ({ cursor }: { cursor: string }) => `"${cursor}" is not a cursor of this list.`,
    fix: () => 'pass the cursor of the previous page, or none for the first page.',
  },
});

/** The text of a trigger, or the name of a constraint, that refuses a write because the store is held. */
export const HELD_SIGNS: Record<HoldReason, string> = {
  export: 'workflow_held_export',
  import: 'workflow_held_import',
};

/** The error for a text of the database; `null`: it is about something else. */
export function toHeldError(detail: string, store: string): WorkflowError | null {
  if (detail.includes(HELD_SIGNS.export)) return worldError('world_store_exported', { store });
  return detail.includes(HELD_SIGNS.import) ? worldError('world_store_importing', { store }) : null;
}

/** Whether a store that is held for one reason can be held for another one. @throws the error that says why not. */
export function assertHoldable(held: HoldReason | null, reason: HoldReason, store: string): void {
  if (held !== null && held !== reason) throw toHeldError(HELD_SIGNS[held], store)!;
}

const TROUBLE: ReadonlySet<string> = new Set([
  'world_disk_full',
  'world_io_failed',
  'world_file_busy',
  'world_thread_lost',
  'world_database_unreachable',
  'world_database_read_only',
  'world_database_full',
  'world_database_busy',
]);

/** Whether there is no store yet. */
export const isStoreMissing = (error: unknown): boolean =>
  WorkflowError.is(error) && (error.code === 'world_store_missing' || error.code === 'world_database_empty');

/** Whether the store belongs to another application. */
export const isOtherProject = (error: unknown): boolean =>
  WorkflowError.is(error) && error.code === 'world_project_differs';

const GONE: ReadonlySet<string> = new Set(['world_files_replaced', 'world_file_overwritten', 'world_file_corrupt']);

/** Whether the files of the store are gone or damaged: this process cannot store anything any more. */
export const isStoreGone = (error: unknown): boolean => WorkflowError.is(error) && GONE.has(error.code);

/** Whether the store is at fault for now, and not the request: the same request may work later. */
export const isStoreTrouble = (error: unknown): boolean => WorkflowError.is(error) && TROUBLE.has(error.code);
