/** The errors that a World gives to its caller. */
import { defineErrors, WorkflowError } from '../contract/errors.ts';

interface InFile {
  file: string;
}
interface WithDetail extends InFile {
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
    message: ({ file }: InFile) => `Another process locked the workflow store ${file} for too long.`,
    fix: () => 'look for a program with an open transaction on the file, such as a database browser.',
  },
  /** Final for the process: it stores nothing any more. The outcome of the request is unknown. */
  world_files_replaced: {
    message: ({ file, changed, change }: InFile & { changed: string; change: string }) =>
      `The workflow store ${file} is not the one that this process opened: ${changed} was ${change}.`,
    fix: () => 'find what deletes or replaces the files, put the store back if you have it, and restart this process.',
  },
  /** The outcome is unknown: the request may or may not have been stored. */
  world_thread_lost: {
    message: ({ file, detail }: WithDetail) => `The thread that serves the workflow store ${file} ended (${detail}).`,
    fix: () =>
      'see the reason in brackets (often memory, or a file that a bundler left out); the next request starts a new thread.',
  },
  world_request_failed: {
    message: ({ file, detail }: WithDetail) => `A request to the workflow store ${file} failed (${detail}).`,
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
  world_worker_taken: {
    message: ({ workerId }: { workerId: string }) => `Another process uses the worker id "${workerId}".`,
    fix: () => 'give each worker its own id.',
  },
  world_cursor_invalid: {
    message: ({ cursor }: { cursor: string }) => `"${cursor}" is not a cursor of this list.`,
    fix: () => 'pass the cursor of the previous page, or none for the first page.',
  },
});

const TROUBLE: ReadonlySet<string> = new Set([
  'world_disk_full',
  'world_io_failed',
  'world_file_busy',
  'world_thread_lost',
]);

/** Whether there is no store yet. */
export const isStoreMissing = (error: unknown): boolean =>
  WorkflowError.is(error) && error.code === 'world_store_missing';

/** Whether the store belongs to another application. */
export const isOtherProject = (error: unknown): boolean =>
  WorkflowError.is(error) && error.code === 'world_project_differs';

/** Whether the files of the store are gone: this process cannot store anything any more. */
export const isStoreGone = (error: unknown): boolean =>
  WorkflowError.is(error) && error.code === 'world_files_replaced';

/** Whether the store is at fault for now, and not the request: the same request may work later. */
export const isStoreTrouble = (error: unknown): boolean => WorkflowError.is(error) && TROUBLE.has(error.code);
