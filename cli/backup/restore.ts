/** `workflow restore <file>`: makes a store of a backup. */
import { resolve } from 'node:path';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { DATA_DIR_OPTION, readDataDir, requireOperand } from '../program/project-options.ts';

/** The command `restore`. */
export const restoreCommand: CliCommand = {
  name: 'restore',
  operand: '<file>',
  summary: 'makes a store of a file that `workflow backup` wrote',
  details:
    'Stop every process that works on the original first: otherwise its runs go on twice. The folder must not hold a store.',
  options: DATA_DIR_OPTION,
  run: restoreBackup,
};

/** @throws `cli_argument_missing`, `world_restore_occupied`, `world_restore_failed`. */
async function restoreBackup(given: GivenArguments): Promise<number> {
  const source = resolve(requireOperand(given, restoreCommand));
  const dataDir = readDataDir(given);
  const { restoreStore } = await import('../../runtime/entries/runtime.ts');
  await restoreStore({ source, dataDir });
  console.log(
    `Restored ${source} to the store in ${dataDir}. Its runs go on, from the backup, when a process starts there.`,
  );
  return 0;
}
