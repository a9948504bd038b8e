/** Workers: their ids, their leases, and how their runs are released. */
import type { WorkerId } from '../../contract/ids.ts';
import { worldError } from '../messages.ts';
import { ABANDONED_SOME_TIME } from '../rows/run-status.ts';
import type { WorkerRecord } from '../world.ts';
import { interruptOf, LOCK_RUNS_OF } from './offers.ts';
import type { Session } from './session.ts';

/** Whether a worker is known. It stays so until the transaction ends: who gives it up waits, and sees its new runs. */
export async function holdWorker(session: Session, workerId: string): Promise<boolean> {
  return (await session.first('select 1 from @workers where worker_id = $1 for key share', [workerId])) !== undefined;
}

/**
 * See `World.joinWorker`.
 * @param instance Tells this process from others.
 * @param now By the clock that leases are counted with.
 */
export async function joinWorker(
  session: Session,
  { workerId, instance, leaseUntil, now }: { workerId: WorkerId; instance: string; leaseUntil: number; now: number },
): Promise<void> {
  const known = await session.first<{ instance: string; lease_until: number }>(
    'select instance, lease_until from @workers where worker_id = $1 for update',
    [workerId],
  );
  if (known && known.instance !== instance) {
    if (known.lease_until >= now) throw worldError('world_worker_taken', { workerId });
    // An earlier process of this id may have left runs that this one does not know of.
    await giveUp(session, [workerId], ABANDONED_SOME_TIME);
  }
  await session.run(
    `insert into @workers values ($1, $2, $3)
      on conflict (worker_id) do update set instance = excluded.instance, lease_until = excluded.lease_until`,
    [workerId, instance, leaseUntil],
  );
}

/** See `World.renewWorker`. */
export const RENEW = 'update @workers set lease_until = greatest(lease_until, $2) where worker_id = $1';

/** See `World.leaveWorker`. */
export async function leaveWorker(session: Session, workerId: WorkerId): Promise<void> {
  await giveUp(session, [workerId], ABANDONED_SOME_TIME);
}

/** See `World.releaseDead`; `leasesUntil` is the same moment by the clock that leases are counted with. */
export async function releaseDead(session: Session, now: number, leasesUntil: number): Promise<number> {
  const dead = await session.all<{ worker_id: string }>(
    'select worker_id from @workers where lease_until < $1 order by worker_id for update skip locked',
    [leasesUntil],
  );
  return dead.length === 0
    ? 0
    : await giveUp(
        session,
        dead.map(({ worker_id: id }) => id),
        now,
      );
}

/** When the first lease ends unless it is renewed, by the clock of the database; `null`: there is none. */
export async function firstLeaseEnd(session: Session): Promise<number | null> {
  const row = await session.first<{ until: number | null }>('select min(lease_until) as until from @workers');
  return row?.until ?? null;
}

/** See `World.hasWorker`. */
export const hasWorker = async (session: Session, leasesUntil: number, except: string): Promise<boolean> =>
  (await session.first('select 1 from @workers where lease_until >= $1 and worker_id <> $2 limit 1', [
    leasesUntil,
    except,
  ])) !== undefined;

/** See `World.listWorkers`; the leases are in times of the database. */
export const listWorkers = (session: Session): Promise<WorkerRecord[]> =>
  session.all<WorkerRecord>(
    `select worker_id as "workerId", lease_until as "leaseUntil",
        (select count(*) from @runs where owner = worker_id) as runs,
        (select count(*) from @offers where taken_by = worker_id) as steps
      from @workers order by worker_id collate "C"`,
  );

/**
 * Removes workers and releases their runs, whose due times stay as they are. Returns how many runs.
 * @param at For the column `abandoned`.
 */
async function giveUp(session: Session, workerIds: readonly string[], at: number): Promise<number> {
  // First the workers: whoever gives them runs at this moment is waited for, and the next statement sees those runs.
  await session.run('delete from @workers where worker_id = any($1)', [workerIds]);
  await session.run(LOCK_RUNS_OF, [workerIds]);
  const text = `with found as materialized (
      select id from @runs where owner = any($1) order by id for update),
    released as (update @runs set owner = null, due_at = wake_at, abandoned = $2 from found
      where @runs.id = found.id returning due_at)
    select count(*) as runs, min(due_at) as due_at from released`;
  const { runs, due_at: dueAt } = (await session.first<{ runs: number; due_at: number | null }>(text, [
    workerIds,
    at,
  ]))!;
  if (dueAt !== null) session.publish({ kind: 'due', dueAt });
  await interruptOf(session, workerIds, at);
  return runs;
}
