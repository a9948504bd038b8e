/** `workflow export [file]`: writes the runs of a store to a file or a pipe. */
import type { CliCommand } from '../program/command.ts';
import { STORE_OPTIONS } from '../program/project-options.ts';

/** The command `export`. */
export const exportCommand: CliCommand = {
  name: 'export',
  operand: '[file]',
  summary: 'writes the runs of a store to a file or a pipe, for `workflow import`',
  details: `Runs that have not ended leave only a store that is closed with --freeze: they go on in the other one.
The export holds all that the runs work with, and with --freeze the secret of the store. Encrypted values stay so.

  workflow export --freeze --data-dir .workflow-data runs.jsonl
  workflow export --freeze --data-dir .workflow-data | workflow import --database postgres://…
  workflow export --status completed,failed --created-before 2026-01-01 old.jsonl`,
  options: {
    ...STORE_OPTIONS,
    freeze: { help: 'closes the store to workers and changes first; it stays closed' },
    thaw: { help: 'opens the store again after --freeze or an import that is given up; exports nothing' },
    status: {
      value: '<status,…>',
      help: 'only runs with one of these: pending, running, completed, failed, cancelled',
    },
    workflow: { value: '<id>', help: 'only runs of this workflow (workflow//…)' },
    run: { value: '<id,…>', help: 'only these runs' },
    'created-after': { value: '<time>', help: 'only runs created at this time or later' },
    'created-before': { value: '<time>', help: 'only runs created at this time or earlier' },
    attribute: { value: '<name=value>', help: 'only runs with this attribute' },
    json: { help: 'prints the outcome as JSON' },
  },
  // Loaded late: no other command needs it.
  run: async (given) => (await import('./export-store.ts')).exportStore(given),
};
