/** What each store thread can be asked to do. */
import { loadBundle, readSecret, saveBundle } from './bundles.ts';
import { claimDue, claimRun, wakeParked } from './claims.ts';
import { findHook } from './hooks.ts';
import { deliver, deliverToHook, readInbox, readInboxesOf } from './inbox.ts';
import { listRuns, nextDueAt, readJournal, readRun } from './read-run.ts';
import { appendChunks, closeStream, readChunks } from './streams.ts';
import { joinWorker, leaveWorker, releaseDead, renewWorker } from './workers.ts';
import { commitRun, createRun } from './write-run.ts';

export const WRITES = {
  createRun,
  commitRun,
  deliver,
  deliverToHook,
  joinWorker,
  renewWorker,
  leaveWorker,
  releaseDead,
  claimDue,
  claimRun,
  wakeParked,
  appendChunks,
  closeStream,
  saveBundle,
};

export const READS = {
  readRun,
  readJournal,
  listRuns,
  readInbox,
  readInboxesOf,
  findHook,
  nextDueAt,
  readChunks,
  loadBundle,
  readSecret,
};
