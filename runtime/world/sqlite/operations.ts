/** The operations of the two store threads. */
import { backUp } from './back-up.ts';
import { joinProject, loadBundle, loadContracts, loadStepCode, readSecret, saveBundle } from './bundles.ts';
import { claimDue, claimRun, listOwned, readClaimed, wakeParked } from './claims.ts';
import { deleteRuns, purgeExpired, sweep } from './delete-runs.ts';
import { findHook, listHooks } from './hooks.ts';
import { deliver, deliverToHook, readInbox, readInboxesOf } from './inbox.ts';
import { countLiveRuns, listRuns } from './list-runs.ts';
import { findReceipt, listReceipts } from './receipts.ts';
import { nextDueAt, readEventPage, readRun } from './read-run.ts';
import { rewriteValues } from './rewrite-values.ts';
import { appendChunks, closeStream, finishAppends, listStreams, readChunks, readStepChunks } from './streams.ts';
import { hasWorker, joinWorker, keepLease, leaveWorker, releaseDead, renewWorker } from './workers.ts';
import { commitStaged, createStaged, dropStaged, stageEvents } from './staged-events.ts';
import { commitRun, createRun } from './write-run.ts';

/** Operations of the writing thread. Each runs inside a transaction. */
export const WRITES = {
  createRun,
  commitRun,
  stageEvents,
  dropStaged,
  createStaged,
  commitStaged,
  deleteRuns,
  purgeExpired,
  sweep,
  deliver,
  deliverToHook,
  joinWorker,
  renewWorker,
  keepLease,
  leaveWorker,
  releaseDead,
  claimDue,
  claimRun,
  wakeParked,
  appendChunks,
  finishAppends,
  closeStream,
  rewriteValues,
  saveBundle,
  joinProject,
};

/** Operations of the reading thread. */
export const READS = {
  readRun,
  readEventPage,
  listRuns,
  readInbox,
  readInboxesOf,
  findHook,
  findReceipt,
  listReceipts,
  listHooks,
  hasWorker,
  listOwned,
  readClaimed,
  nextDueAt,
  readChunks,
  readStepChunks,
  listStreams,
  loadBundle,
  loadContracts,
  loadStepCode,
  countLiveRuns,
  readSecret,
  backUp,
};
