/**
 * Holds: the store takes no workers, and no changes of runs while these are moved away. Triggers refuse them, so a
 * store that nobody holds pays nothing for it, and processes with an older version of this package obey, too.
 */
import { assertHoldable, HELD_SIGNS } from '../messages.ts';
import type { HoldReason } from '../world.ts';
import { readIdentity } from './bundles.ts';
import type { Store } from './store.ts';
import { releaseDead } from './workers.ts';

const WORKERS = ['INSERT ON workers'];
/** The writes that a store refuses. Each change of a run, and each chunk of a stream, changes one of these rows. */
const REFUSED: Record<HoldReason, readonly string[]> = {
  import: WORKERS,
  export: [...WORKERS, 'INSERT ON runs', 'UPDATE ON runs', 'INSERT ON streams', 'UPDATE ON streams'],
};

const triggerOf = (refused: string): string => `held_${refused.toLowerCase().replace(' on ', '_')}`;

/** See `World.hold`. */
export function hold(store: Store, reason: HoldReason, now: number): boolean {
  const { held } = readIdentity(store);
  assertHoldable(held, reason, store.paths.file);
  if (held !== null) return true;
  releaseDead(store, now);
  if (store.first('SELECT 1 FROM workers LIMIT 1')) return false;
  for (const refused of REFUSED[reason])
    store.db.exec(
      `CREATE TRIGGER ${triggerOf(refused)} BEFORE ${refused}
        BEGIN SELECT RAISE(ABORT, '${HELD_SIGNS[reason]}'); END`,
    );
  store.run("INSERT INTO meta VALUES ('held', ?)", reason);
  return true;
}

/** See `World.endHold`. */
export function endHold(store: Store): void {
  for (const refused of REFUSED.export) store.db.exec(`DROP TRIGGER IF EXISTS ${triggerOf(refused)}`);
  store.run("DELETE FROM meta WHERE key = 'held'");
}
