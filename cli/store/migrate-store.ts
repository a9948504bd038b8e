/** `workflow migrate-store`: brings the tables of a store up to date. */
import type { CliCommand } from '../program/command.ts';

/** The command `migrate-store`. */
export const migrateStoreCommand: CliCommand = {
  name: 'migrate-store',
  summary: 'creates the tables of a store in PostgreSQL, or brings them up to date',
  details:
    'The environment names the database (WORKFLOW_DATABASE_URL or DATABASE_URL, WORKFLOW_DATABASE_SCHEMA). ' +
    'Any number of processes may do it at the same time.',
  options: {},
  // Loaded late: no other command needs the store.
  run: async () => (await import('./update-tables.ts')).updateTables(),
};
