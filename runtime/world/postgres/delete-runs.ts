/**
 * Deletes runs. The run itself is gone at once. Its events and chunks, which may be millions, are removed bit by bit,
 * in short transactions.
 */
import type { RunId } from '../../contract/ids.ts';
import { forgetOldTimes, noteRecent } from './creation-times.ts';
import { RECEIPT_KEPT_MS } from '../records.ts';
import type { Database } from './database.ts';
import { forgetReceipts } from './receipts.ts';
import type { RunTableRow } from './run-row.ts';
import type { Session } from './session.ts';
import { removeStreams } from './streams.ts';

/** Runs that one transaction deletes. */
const REMOVED_AT_ONCE = 100;

/** Rows that one statement removes. */
const SWEEP_ROWS = 1_000;

/** See `World.deleteRuns`. */
export async function deleteRuns(db: Database, runIds: readonly RunId[]): Promise<number> {
  let count = 0;
  for (let i = 0; i < runIds.length; i += REMOVED_AT_ONCE) {
    const some = runIds.slice(i, i + REMOVED_AT_ONCE);
    count += await db.transaction((session) =>
      remove(session, 'select * from @runs where run_id = any($1) and status > 1 order by id for update', [some]),
    );
  }
  if (count > 0) await db.ask(forgetOldTimes);
  await sweep(db);
  return count;
}

const EXPIRED = `select * from @runs where expires_at is not null and expires_at <= $1
  order by expires_at, id limit $2 for update skip locked`;

/** See `World.purgeExpired`. */
export async function purgeExpired(db: Database, now: number, limit: number): Promise<number> {
  let count = 0;
  for (let asked = 0, removed = 0; count < limit && removed === asked; count += removed) {
    asked = Math.min(limit - count, REMOVED_AT_ONCE);
    removed = await db.transaction((session) => remove(session, EXPIRED, [now, asked]));
  }
  if (count > 0) await db.ask(forgetOldTimes);
  await db.ask(noteRecent);
  await forgetReceipts(db, now - RECEIPT_KEPT_MS);
  await sweep(db);
  return count;
}

/** Removes the runs that a statement finds. They have ended, so they have neither hooks nor an inbox of use. */
async function remove(session: Session, find: string, values: unknown[]): Promise<number> {
  const rows = await session.all<RunTableRow>(find, values);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await session.run('insert into @garbage select unnest($1::bigint[]) on conflict do nothing', [ids]);
  const marked = rows.filter(({ attributes }) => attributes !== null);
  if (marked.length > 0) {
    const names = marked.flatMap((row) => Object.keys(JSON.parse(row.attributes!) as object));
    await session.run('delete from @attributes where name = any($1) and run = any($2)', [[...new Set(names)], ids]);
  }
  await session.run('delete from @offers where run = any($1)', [ids]);
  await session.run('delete from @runs where id = any($1)', [ids]);
  for (const { run_id: runId } of rows) session.publish({ kind: 'run', runId, status: null });
  return rows.length;
}

/** Removes what deleted runs left behind, here or in a process that ended meanwhile. */
export async function sweep(db: Database): Promise<void> {
  for (;;) {
    const isDone = await db.transaction(async (session) => {
      const found = await session.first<{ run: number }>('select run from @garbage limit 1 for update skip locked');
      if (!found) return true;
      if (await sweepRun(session, found.run)) await session.run('delete from @garbage where run = $1', [found.run]);
      return false;
    });
    if (isDone) return;
  }
}

const SWEEPS = [
  'delete from @events where run = $1 and seq in (select seq from @events where run = $1 limit $2)',
  `delete from @chunks where (stream, n) in (
    select stream, n from @chunks where stream in (select id from @streams where run = $1) limit $2)`,
  'delete from @receipts where (token, id) in (select token, id from @receipts where run = $1 limit $2)',
  'delete from @inbox where run = $1 and n in (select n from @inbox where run = $1 limit $2)',
];

/** Returns whether nothing is left of the run. */
async function sweepRun(session: Session, run: number): Promise<boolean> {
  for (const text of SWEEPS) if ((await session.run(text, [run, SWEEP_ROWS])) === SWEEP_ROWS) return false;
  await removeStreams(session, run, () => true);
  return true;
}
