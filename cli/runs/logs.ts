/** `workflow logs <run>`: prints the journal of a run. */
import type { Operations } from '../../runtime/entries/operations.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { follow } from '../program/follow.ts';
import { JSON_OPTION, printJson, printJsonLine, wantsJson } from '../program/json-output.ts';
import { requireOperand, OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { withOperations } from '../program/store-operations.ts';
import { formatEvent } from './format-event.ts';

/** The command `logs`. */
export const logsCommand: CliCommand = {
  name: 'logs',
  operand: '<run>',
  summary: 'prints the journal of a run: all that has happened to it',
  examples: ['logs wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8', 'logs wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8 --follow --values'],
  options: {
    ...OPERATIONS_OPTIONS,
    follow: { help: 'also prints what happens from now on, until the run has ended or Ctrl-C' },
    values: { help: 'also prints arguments, results and payloads' },
    ...JSON_OPTION,
  },
  run: (given) => withOperations(given, (operations) => showJournal(operations, given)),
};

async function showJournal(operations: Operations, given: GivenArguments): Promise<number> {
  const runId = requireOperand(given, logsCommand);
  const values = given.options.has('values');
  if (given.options.has('follow')) return await followJournal(operations, given, { runId, values });
  const { entries, hasEnded } = await operations.journal({ runId, values });
  if (wantsJson(given)) printJson({ runId, entries, hasEnded });
  else for (const entry of entries) console.log(formatEvent(entry));
  return 0;
}

async function followJournal(
  operations: Operations,
  given: GivenArguments,
  request: { runId: string; values: boolean },
): Promise<number> {
  let after = 0;
  await follow(async () => {
    const { entries, hasEnded } = await operations.journal({ ...request, after });
    for (const entry of entries) {
      if (wantsJson(given)) printJsonLine(entry);
      else console.log(formatEvent(entry));
    }
    after = entries.at(-1)?.seq ?? after;
    return hasEnded;
  });
  return 0;
}
