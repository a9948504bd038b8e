/**
 * Holds: the store takes no workers, and no changes of runs while these are moved away. Constraints refuse them, so a
 * store that nobody holds pays nothing for it. Only the owner of the tables can add them.
 */
import { assertHoldable, HELD_SIGNS } from '../messages.ts';
import type { HoldReason } from '../world.ts';
import { readIdentity } from './bundles.ts';
import type { Session } from './session.ts';

/** The tables that take no rows, in the order of locks. Each change of a run, and each chunk, changes one of them. */
const REFUSING: Record<HoldReason, readonly [string, ...string[]]> = {
  import: ['@workers'],
  export: ['@workers', '@runs', '@streams'],
};

/** See `RunMoves.hold`. The dead workers are gone already. */
export async function hold(session: Session, reason: HoldReason, database: string): Promise<boolean> {
  const { held } = await readIdentity(session);
  assertHoldable(held, reason, database);
  if (held !== null) return true;
  const [workers, ...others] = REFUSING[reason];
  await refuse(session, workers, reason);
  // Whoever wants to join waits for this transaction now.
  if (await session.first('select 1 from @workers limit 1')) {
    await admit(session, workers, reason);
    return false;
  }
  for (const table of others) await refuse(session, table, reason);
  await session.run("insert into @meta values ('held', $1)", [reason]);
  return true;
}

/** See `RunMoves.endHold`. */
export async function endHold(session: Session): Promise<void> {
  const { held } = await readIdentity(session);
  if (held === null) return;
  for (const table of REFUSING[held]) await admit(session, table, held);
  await session.run("delete from @meta where key = 'held'");
}

const refuse = (session: Session, table: string, reason: HoldReason): Promise<number> =>
  session.run(`alter table ${table} add constraint ${HELD_SIGNS[reason]} check (false) not valid`);

const admit = (session: Session, table: string, reason: HoldReason): Promise<number> =>
  session.run(`alter table ${table} drop constraint if exists ${HELD_SIGNS[reason]}`);
