/** `workflow import [file]`: puts the runs of an export into a store. */
import type { CliCommand } from '../program/command.ts';
import { STORE_OPTIONS } from '../program/project-options.ts';

/** The command `import`. */
export const importCommand: CliCommand = {
  name: 'import',
  operand: '[file]',
  summary: 'puts the runs that `workflow export` wrote into a store',
  details: `It may be stopped and repeated: each run comes as a whole, and one that is there already is skipped.
Without a file it reads what comes through a pipe. No worker may live on the store if runs have not ended.

  workflow import --database postgres://app:secret@db:5432/shop runs.jsonl
  gunzip -c runs.jsonl.gz | workflow import`,
  options: { ...STORE_OPTIONS, json: { help: 'prints the outcome as JSON' } },
  // Loaded late: no other command needs it.
  run: async (given) => (await import('./import-store.ts')).importStore(given),
};
