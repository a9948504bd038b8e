/** Claims of runs for a worker. */
import type { RunId, WorkerId } from '../../contract/ids.ts';
import { type BusyRuns, type DueWorkflow, FairPlaces } from '../fair-places.ts';
import type { ClaimedRun, OwnedRun } from '../world.ts';
import { ABANDONED_SOME_TIME, fromStatusCode } from '../rows/run-status.ts';
import type { Database } from './database.ts';
import { readFirstEvents } from './events.ts';
import { readMessages } from './inbox.ts';
import { readOffers } from './offers.ts';
import { toRecord, toRunIdCell, type RunTableRow } from './run-row.ts';
import type { Session } from './session.ts';

/** A worker that is unknown, or was forgotten, gets nothing: nobody would notice its end. */
const OF_KNOWN_WORKER = 'worker as materialized (select worker_id from @workers where worker_id = $1 for key share)';

const TAKE = `update @runs r set owner = $1, epoch = r.epoch + 1, due_at = null from found, worker
  where r.id = found.id returning r.*`;

const CLAIM_DUE = `with ${OF_KNOWN_WORKER},
  share (workflow_id, places) as (select * from unnest($3::text[], $4::int[])),
  found as materialized (
    select first.id from share cross join lateral (
      select id from @runs where workflow_id = share.workflow_id and due_at is not null and due_at <= $2
      order by due_at, id limit share.places for update skip locked) first)
  ${TAKE}`;

/** The first run of each workflow that is due some time. Each row is one look into the index. */
const FIRST_DUE = `with recursive first as (
    (select workflow_id, due_at from @runs where due_at is not null order by workflow_id, due_at limit 1)
    union all
    select next.* from first cross join lateral (
      select workflow_id, due_at from @runs where due_at is not null and workflow_id > first.workflow_id
      order by workflow_id, due_at limit 1) next)`;

const CLAIM_RUN = `with ${OF_KNOWN_WORKER},
  found as materialized (
    select id from @runs where run_id = $2 and owner is null and status in (0, 1) for update)
  ${TAKE}`;

/** See `World.claimDue`. */
export async function claimDue(
  db: Database,
  workerId: WorkerId,
  { now, limit, busy = {} }: { now: number; limit: number; busy: BusyRuns | undefined },
): Promise<ClaimedRun[]> {
  const places = new FairPlaces(limit, await db.ask((session) => listDue(session, now)), busy);
  const rows: RunTableRow[] = [];
  for (let shares = places.share(); shares.size > 0; shares = places.share()) {
    const values = [workerId, now, [...shares.keys()], [...shares.values()]];
    const taken = await db.ask((session) => take(session, CLAIM_DUE, values));
    const counts = Map.groupBy(taken, (row): string => row.workflow_id);
    for (const [workflowId, share] of shares) places.take(workflowId, counts.get(workflowId)?.length ?? 0, share);
    rows.push(...taken);
  }
  rows.sort((one, other) => one.wake_at! - other.wake_at! || one.id - other.id);
  return await readClaimed(db, rows);
}

/** See `World.listDue`. */
export async function listDue(session: Session, now: number): Promise<DueWorkflow[]> {
  const text = `${FIRST_DUE} select workflow_id, due_at from first where due_at <= $1`;
  const rows = await session.all<{ workflow_id: string; due_at: number }>(text, [now]);
  return rows.map(({ workflow_id: workflowId, due_at: dueAt }) => ({ workflowId, dueAt }));
}

/** See `World.claimRun`. */
export async function claimRun(db: Database, workerId: WorkerId, runId: RunId): Promise<ClaimedRun | null> {
  const rows = await db.ask((session) => take(session, CLAIM_RUN, [workerId, toRunIdCell(runId)]));
  return (await readClaimed(db, rows))[0] ?? null;
}

async function take(session: Session, text: string, values: unknown[]): Promise<RunTableRow[]> {
  const rows = await session.all<RunTableRow>(text, values);
  for (const row of rows) session.publish({ kind: 'run', runId: row.run_id, status: fromStatusCode(row.status) });
  return rows;
}

/** The data that the new owner needs. Only the owner can change the journals now. */
async function readClaimed(db: Database, rows: readonly RunTableRow[]): Promise<ClaimedRun[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const withOffers = rows.filter((row) => row.has_offers).map(({ id }) => id);
  const withMessages = rows.filter((row) => row.has_offers || row.inbox_last > row.inbox_taken).map(({ id }) => id);
  const [journals, { offers, inboxes }] = await Promise.all([
    db.ask((session) => readFirstEvents(session, ids)),
    db.ask(async (session) => {
      // First the offers: what an attempt says that ends between the two is among the messages.
      const found = await readOffers(session, withOffers);
      return { offers: found, inboxes: await readMessages(session, withMessages) };
    }),
  ]);
  // Last, so that what was read is of the runs as they were claimed.
  const epochs = await db.ask((session) => readEpochs(session, ids));
  // A run that was lost meanwhile is left out.
  return rows
    .filter(({ id, epoch }) => epochs.get(id) === epoch)
    .map((row) => ({
      run: toRecord(row),
      journal: journals.get(row.id) ?? [],
      inbox: inboxes.get(row.id) ?? [],
      offers: offers.get(row.id) ?? [],
      abandonedAt: toAbandonedAt(row),
    }));
}

/** The epochs of runs that have an owner, by run number. */
async function readEpochs(session: Session, runs: readonly number[]): Promise<Map<number, number>> {
  const text = 'select id, epoch from @runs where id = any($1) and owner is not null';
  const rows = await session.all<{ id: number; epoch: number }>(text, [runs]);
  return new Map(rows.map(({ id, epoch }) => [id, epoch]));
}

/** See `World.listOwned`. */
export async function listOwned(session: Session, workerId: WorkerId): Promise<OwnedRun[]> {
  const rows = await session.all<RunTableRow>('select run_id, epoch from @runs where owner = $1', [workerId]);
  return rows.map(({ run_id: runId, epoch }) => ({ runId, epoch }));
}

/** See `World.wakeParked`. */
export async function wakeParked(session: Session, now: number): Promise<void> {
  const text = `update @runs set wake_at = $1, due_at = $1
    where parked is not null and owner is null and status in (0, 1)`;
  if ((await session.run(text, [now])) > 0) session.publish({ kind: 'due', dueAt: now });
}

/** See `World.nextDueAt`. */
export async function nextDueAt(session: Session): Promise<number | null> {
  const text = `${FIRST_DUE} select min(due_at) as due_at from first`;
  return (await session.first<{ due_at: number | null }>(text))?.due_at ?? null;
}

function toAbandonedAt({ abandoned }: RunTableRow): number | null {
  if (abandoned === 0) return null;
  return abandoned === ABANDONED_SOME_TIME ? Infinity : abandoned;
}
