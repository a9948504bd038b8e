/** Every error a World gives to its caller. */
import { defineErrors, WorkflowError } from '../contract/errors.ts';

interface InFile {
  file: string;
}
interface WithDetail extends InFile {
  detail: string;
}

export const worldError = defineErrors({
  world_closed: {
    message: ({ store }: { store: string }) => `The workflow store (${store}) is not open.`,
    fix: () => 'Call open() before and close() after everything else.',
  },
  world_schema_newer: {
    message: ({ file, found, known }: InFile & { found: number; known: number }) =>
      `The workflow store ${file} has schema ${found}, this version of "workflow" knows schemas up to ${known}.`,
    fix: () => 'Install the version of "workflow" that last used this store, or a newer one.',
  },
  world_file_corrupt: {
    message: ({ file, detail }: WithDetail) => `The workflow store ${file} is damaged or no database (${detail}).`,
    fix: () => 'Restore the file from a backup, or move it away to begin with an empty store.',
  },
  world_directory_unwritable: {
    message: ({ file, detail }: WithDetail) => `The workflow store ${file} cannot be written (${detail}).`,
    fix: () => 'Make the directory and the files in it writable for this process, or set another data directory.',
  },
  /** Transient: nothing of the request was stored, and it may be sent again. */
  world_disk_full: {
    message: ({ file }: InFile) => `No space is left on the disk of the workflow store ${file}.`,
    fix: () => 'Free space; the store goes on by itself.',
  },
  /** Transient, like `world_disk_full`. */
  world_io_failed: {
    message: ({ file, detail }: WithDetail) => `The disk of the workflow store ${file} failed (${detail}).`,
    fix: () => 'Check the disk and its limits; the store goes on by itself.',
  },
  /** Transient, like `world_disk_full`. */
  world_file_busy: {
    message: ({ file }: InFile) => `The workflow store ${file} was locked by another process for too long.`,
    fix: () => 'Look for a program that holds the file open in a transaction, such as a database browser.',
  },
  /** The outcome is unknown: the request may or may not have been stored. */
  world_thread_lost: {
    message: ({ file, detail }: WithDetail) => `The thread that serves the workflow store ${file} ended (${detail}).`,
    fix: () =>
      'See the reason above (often memory, or a file that is missing in the output of a bundler); the next request starts a new thread.',
  },
  world_request_failed: {
    message: ({ file, detail }: WithDetail) => `The workflow store ${file} could not carry out a request (${detail}).`,
    fix: () => 'Report this with the text above: it is a defect in "workflow".',
  },
  world_events_misnumbered: {
    message: ({ runId, expected, found }: { runId: string; expected: number; found: number }) =>
      `An event for run ${runId} has seq ${found} where ${expected} is next.`,
    fix: () => 'Report this with the text above: it is a defect in "workflow".',
  },
  world_appends_unrecorded: {
    message: ({ runId }: { runId: string }) => `A commit of run ${runId} appends to streams and brings no event.`,
    fix: () => 'Report this with the text above: it is a defect in "workflow".',
  },
  world_outbox_invalid: {
    message: ({ runId, reason }: { runId: string; reason: string }) =>
      `Run ${runId} cannot be created by another run: ${reason}.`,
    fix: () => 'Report this with the text above: it is a defect in "workflow".',
  },
  world_journal_full: {
    message: ({ runId, eventsMax }: { runId: string; eventsMax: number }) =>
      `The journal of run ${runId} has reached its limit of ${eventsMax} events.`,
    fix: () => 'Split the work into several runs.',
  },
  world_worker_taken: {
    message: ({ workerId }: { workerId: string }) => `Worker id ${workerId} is in use by another process.`,
    fix: () => 'Give each worker an id of its own.',
  },
  world_cursor_invalid: {
    message: ({ cursor }: { cursor: string }) => `"${cursor}" is no cursor of this list.`,
    fix: () => 'Pass the cursor of the page before, or none to begin with the first page.',
  },
});

const TROUBLE: ReadonlySet<string> = new Set([
  'world_disk_full',
  'world_io_failed',
  'world_file_busy',
  'world_thread_lost',
]);

/** Not the request is at fault but the store, for now: the same may work later. */
export const isStoreTrouble = (error: unknown): boolean => WorkflowError.is(error) && TROUBLE.has(error.code);
