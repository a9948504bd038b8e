/** Reads an export into a store. */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import {
  importRuns,
  type ImportSummary,
  readExport,
  type RefusedRun,
  verifyExport,
} from '../../runtime/entries/moving.ts';
import type { GivenArguments } from '../program/command.ts';
import { cliError } from '../program/messages.ts';
import { withStore } from '../program/chosen-store.ts';
import { createProgress } from './progress.ts';

/** Returns 1 when runs were refused. @throws `cli_argument_missing`, and the errors of `importRuns`. */
export async function importStore(given: GivenArguments): Promise<number> {
  const file = given.operand === null || given.operand === '-' ? null : resolve(given.operand);
  if (file === null && process.stdin.isTTY)
    throw cliError('cli_argument_missing', { command: 'import', form: '<file>' });
  const name = file ?? 'The input';
  // A file can be read twice: nothing of one that is cut or damaged gets into the store.
  if (file !== null) await verifyExport(createReadStream(file), name);
  const summary = await withStore(given, true, (world) => {
    const lines = readExport(file === null ? process.stdin : createReadStream(file), name);
    return importRuns(world, lines, { name, now: Date.now(), onProgress: createProgress('Imported') });
  });
  if (given.options.has('json')) console.log(JSON.stringify({ version: 1, file, ...summary }));
  else report(summary);
  return summary.refused.length > 0 ? 1 : 0;
}

function report({ imported, skipped, refused, hasSecret }: ImportSummary): void {
  console.log(`Imported ${imported} runs. ${skipped} were there already.`);
  for (const one of refused) console.log(`Not imported: ${one.runId}, because ${REASONS[one.reason](one)}.`);
  if (hasSecret === false)
    console.log('This store had runs and keeps its own secret: give it to whoever signs requests to the application.');
}

const REASONS: Record<RefusedRun['reason'], (run: RefusedRun) => string> = {
  differs: () => 'the store has it with another content: it has gone on there',
  key_taken: ({ heldBy }) => `the run ${heldBy} has its key`,
  token_taken: ({ heldBy }) => `the run ${heldBy} has a hook with its token`,
  receipt_taken: ({ heldBy }) => `the run ${heldBy} has got a payload of the same id`,
};
