/** Brings the tables of a store in PostgreSQL up to date, whatever the settings of the application say. */
import { getWorld } from '../../runtime/entries/runtime.ts';

/** Returns 0 when the tables are up to date. @throws `setting_invalid`, and the errors of `World.open`. */
export async function updateTables(): Promise<number> {
  // The runtime reads its settings from the environment alone.
  Object.assign(process.env, { WORKFLOW_WORLD: 'postgres', WORKFLOW_DATABASE_MIGRATE: '1', WORKFLOW_ROLE: 'producer' });
  const world = getWorld();
  try {
    await world.start();
    console.log('The tables are up to date.');
  } finally {
    await world.close();
  }
  return 0;
}
