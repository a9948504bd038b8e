/**
 * Claims runs for a worker in two parts: the writing thread makes the claim durable, then the reading thread fetches
 * the data of the runs. So long journals do not hold up commits.
 */
import type { RunId, WorkerId } from '../../contract/ids.ts';
import { type BusyRuns, type DueWorkflow, FairPlaces } from '../fair-places.ts';
import type { ClaimedRun, OwnedRun } from '../world.ts';
import { CLAIM_BYTES } from '../journal-bytes.ts';
import { bytesOfRow, type EventPage } from '../rows/event-row.ts';
import { readMessages } from './inbox.ts';
import { readOffers } from './offers.ts';
import { readEvents } from './read-run.ts';
import { findRow, SELECT_OWNED_RUNS, toRecord, type OwnedRunRow, type RunRow } from './run-row.ts';
import { fromStatusCode, hasEnded, ABANDONED_SOME_TIME } from '../rows/run-status.ts';
import type { Store } from './store.ts';
import { findWorker } from './workers.ts';

/** A claimed run by its internal id, at the epoch that the claim gave it. */
export interface RunClaim {
  id: number;
  epoch: number;
}

/** See `World.claimDue`. A worker that is unknown, or was forgotten, gets nothing: nobody would notice its end. */
export function claimDue(
  store: Store,
  workerId: WorkerId,
  now: number,
  limit: number,
  busy: BusyRuns = {},
): RunClaim[] {
  const owner = findWorker(store, workerId);
  if (owner === null) return [];
  // One statement for all of a workflow: after a silence thousands of runs may be due at once.
  const text = `UPDATE runs SET owner = ?, epoch = epoch + 1 WHERE id IN (
      SELECT id FROM runs WHERE ${IS_DUE} AND workflow_id = ? AND due_at <= ? ORDER BY due_at, id LIMIT ?
    ) RETURNING id, epoch, due_at, run_id, status`;
  const claimed: ClaimedRow[] = [];
  const places = new FairPlaces(limit, listDue(store, now), busy);
  for (let shares = places.share(); shares.size > 0; shares = places.share())
    for (const [workflowId, share] of shares) {
      const rows = store.all<ClaimedRow>(text, owner, workflowId, now, share);
      places.take(workflowId, rows.length, share);
      claimed.push(...rows);
    }
  claimed.sort((a, b) => a.due_at! - b.due_at! || a.id - b.id);
  return claimed.map((row) => toClaim(store, row));
}

/** The condition of the partial index `runs_due`, word for word. */
const IS_DUE = 'owner IS NULL AND due_at IS NOT NULL';

/** The first run of each workflow that is due some time. Each row is one look into the index. */
const FIRST_DUE = `WITH RECURSIVE first AS (
    SELECT * FROM (SELECT workflow_id, due_at FROM runs WHERE ${IS_DUE} ORDER BY workflow_id, due_at LIMIT 1)
    UNION ALL
    SELECT next.workflow_id, next.due_at FROM first JOIN runs AS next ON next.id = (
      SELECT id FROM runs WHERE ${IS_DUE} AND workflow_id > first.workflow_id ORDER BY workflow_id, due_at LIMIT 1)
  )`;

/** See `World.listDue`. */
export function listDue(store: Store, now: number): DueWorkflow[] {
  const rows = store.all<Pick<RunRow, 'workflow_id' | 'due_at'>>(
    `${FIRST_DUE} SELECT * FROM first WHERE due_at <= ?`,
    now,
  );
  return rows.map(({ workflow_id: workflowId, due_at: dueAt }) => ({ workflowId, dueAt: dueAt! }));
}

/** See `World.nextDueAt`. */
export function nextDueAt(store: Store): number | null {
  const text = `${FIRST_DUE} SELECT min(due_at) AS due_at FROM first`;
  return store.first<{ due_at: number | null }>(text)?.due_at ?? null;
}

/** See `World.claimRun`. */
export function claimRun(store: Store, workerId: WorkerId, runId: RunId): RunClaim[] {
  const owner = findWorker(store, workerId);
  const row = findRow(store, runId);
  if (owner === null || !row || row.owner !== null || hasEnded(row)) return [];
  const epoch = row.epoch + 1;
  store.run('UPDATE runs SET owner = ?, epoch = ? WHERE id = ?', owner, epoch, row.id);
  return [toClaim(store, { ...row, epoch })];
}

/** See `World.listOwned`. */
export function listOwned(store: Store, workerId: WorkerId): OwnedRun[] {
  // SQLite uses the partial index `runs_unsuccessful` only when its condition is in the query word for word.
  const text = `SELECT run_id, epoch FROM runs WHERE status IN (0, 1) AND status <> 2
    AND owner = (SELECT id FROM workers WHERE worker_id = ?)`;
  return store.all<RunRow>(text, workerId).map(({ run_id, epoch }) => ({ runId: run_id, epoch }));
}

/** A claimed run with the first page of its journal, which is empty when those of other runs fill the answer. */
export type ClaimedRows = Omit<ClaimedRun, 'journal'> & { page: EventPage };

/**
 * The data that the new owner needs. Only the owner can change the journal now. A run that was lost meanwhile is left
 * out.
 */
export function readClaimed(store: Store, claims: readonly RunClaim[]): ClaimedRows[] {
  let bytes = 0;
  const readPage = (row: RunRow): EventPage => {
    if (bytes >= CLAIM_BYTES) return { rows: [], isLast: false };
    const page = readEvents(store, row);
    for (const cells of page.rows) bytes += bytesOfRow(cells);
    return page;
  };
  const readClaim = ({ id, epoch }: RunClaim): ClaimedRows[] => {
    const row = store.first<OwnedRunRow>(`${SELECT_OWNED_RUNS} WHERE runs.id = ? AND epoch = ?`, id, epoch);
    if (!row || row.owner === null) return [];
    const inbox = row.inbox_last > row.inbox_taken ? readMessages(store, id, 0) : [];
    const offers = readOffers(store, id);
    return [{ run: toRecord(row), page: readPage(row), inbox, offers, abandonedAt: toAbandonedAt(row) }];
  };
  return store.atOneMoment(() => claims.flatMap(readClaim));
}

/** See `World.wakeParked`. */
export function wakeParked(store: Store, now: number): void {
  const text = `UPDATE runs INDEXED BY runs_parked SET due_at = ?
    WHERE parked IS NOT NULL AND owner IS NULL AND status IN (0, 1) RETURNING id`;
  if (store.all(text, now).length > 0) store.publish({ kind: 'due', dueAt: now });
}

type ClaimedRow = Pick<RunRow, 'id' | 'epoch' | 'due_at' | 'run_id' | 'status'>;

/** Tells subscribers of a claim. */
function toClaim(store: Store, { id, epoch, run_id: runId, status }: ClaimedRow): RunClaim {
  store.publish({ kind: 'run', runId, status: fromStatusCode(status) });
  return { id, epoch };
}

function toAbandonedAt({ abandoned }: RunRow): number | null {
  if (abandoned === 0) return null;
  return abandoned === ABANDONED_SOME_TIME ? Infinity : abandoned;
}
