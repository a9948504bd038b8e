/** `workflow backup <file>`: copies a store while others work with it. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { abandonBackup } from '../../runtime/entries/moving.ts';
import { formatBytes } from '../../runtime/entries/operations.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { DATA_DIR_OPTION, readDataDir, requireOperand } from '../program/project-options.ts';

/** The command `backup`. */
export const backupCommand: CliCommand = {
  name: 'backup',
  operand: '<file>',
  summary: 'writes a sound copy of the store to a new file, also while servers use it',
  details:
    'The copy holds the secret of the store and all that its runs work with. `workflow restore` makes a store of it.',
  options: DATA_DIR_OPTION,
  run: writeBackup,
};

/** @throws `cli_argument_missing`, and the errors of `World.backup`. */
async function writeBackup(given: GivenArguments): Promise<number> {
  const target = resolve(requireOperand(given, backupCommand));
  const dataDir = readDataDir(given);
  // The runtime reads its settings from the environment alone.
  process.env['WORKFLOW_DATA_DIR'] = dataDir;
  const { getWorld } = await import('../../runtime/entries/runtime.ts');
  await untilWritten(target, getWorld().backup(target));
  console.log(`Wrote ${target} (${formatBytes(statSync(target).size)}), a copy of the store in ${dataDir}`);
  return 0;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal ends the process as always, and no part of a copy stays. */
async function untilWritten(target: string, written: Promise<void>): Promise<void> {
  const end = (signal: NodeJS.Signals): void =>
    void abandonBackup(target).finally(() => process.kill(process.pid, signal));
  for (const signal of SIGNALS) process.once(signal, end);
  await written.finally(() => {
    for (const signal of SIGNALS) process.off(signal, end);
  });
}
