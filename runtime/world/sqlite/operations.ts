/** The operations of the two store threads. */
import { backUp } from './back-up.ts';
import {
  joinProject,
  loadBundle,
  loadContracts,
  loadStepCode,
  readIdentity,
  readSecret,
  saveBundle,
  takeSecret,
} from './bundles.ts';
import { claimDue, claimRun, listDue, listOwned, nextDueAt, readClaimed, wakeParked } from './claims.ts';
import { deleteRuns, purgeExpired, sweep } from './delete-runs.ts';
import { endHold, hold } from './holds.ts';
import { findHook, listHooks } from './hooks.ts';
import { deliver, deliverToHook, readInbox, readInboxesOf } from './inbox.ts';
import { dropStages, insertRuns, stageRun } from './insert-runs.ts';
import { countLiveRuns, countRuns, listRuns, listWorkflowIds } from './list-runs.ts';
import { hasOffers, holdOffers, listOffers, offerSteps, takeOffers, tellOwner, withdrawOffers } from './offers.ts';
import { measureParts } from './measure.ts';
import { findReceipt, forgetReceipts, listReceipts } from './receipts.ts';
import { readEventPage, readRun, readTroubles } from './read-run.ts';
import { readStoredRun } from './read-stored-run.ts';
import { rewriteValues } from './rewrite-values.ts';
import { appendChunks, closeStream, finishAppends, listStreams, readChunks, readStepChunks } from './streams.ts';
import { hasWorker, joinWorker, keepLease, leaveWorker, listWorkers, releaseDead, renewWorker } from './workers.ts';
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
  forgetReceipts,
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
  offerSteps,
  withdrawOffers,
  takeOffers,
  holdOffers,
  tellOwner,
  appendChunks,
  finishAppends,
  closeStream,
  rewriteValues,
  saveBundle,
  joinProject,
  hold,
  endHold,
  stageRun,
  dropStages,
  insertRuns,
  takeSecret,
};

/** Operations of the reading thread. */
export const READS = {
  readRun,
  readEventPage,
  readTroubles,
  listRuns,
  readInbox,
  readInboxesOf,
  findHook,
  findReceipt,
  listReceipts,
  listHooks,
  hasWorker,
  listWorkers,
  listOwned,
  hasOffers,
  listOffers,
  readClaimed,
  listDue,
  nextDueAt,
  readChunks,
  readStepChunks,
  listStreams,
  loadBundle,
  loadContracts,
  loadStepCode,
  countLiveRuns,
  countRuns,
  listWorkflowIds,
  measureParts,
  readSecret,
  readIdentity,
  readStoredRun,
  backUp,
};
