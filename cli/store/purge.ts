/** `workflow purge`: removes runs that ended long ago. */
import type { Operations, PurgeRequest } from '../../runtime/entries/operations.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { cliError } from '../program/messages.ts';
import { OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { readStatuses } from '../program/run-query.ts';
import { withOperations } from '../program/store-operations.ts';
import { readPastTime } from '../program/times.ts';

const ENDED = ['completed', 'failed', 'cancelled'] as const;

/** The command `purge`. */
export const purgeCommand: CliCommand = {
  name: 'purge',
  summary: 'removes runs that ended before a time, with all that belongs to them',
  details: 'It cannot be undone, and asks nothing. `WORKFLOW_RETENTION` has workers do this by themselves.',
  examples: ['purge --before 30d', 'purge --before 2026-11-01 --status completed,cancelled'],
  options: {
    ...OPERATIONS_OPTIONS,
    before: { value: '<time>', help: 'runs that ended before then: 30d, 2026-11-24T08:00:00Z' },
    status: { value: '<status,…>', help: `only runs with one of these: ${ENDED.join(', ')}`, isRepeatable: true },
    ...JSON_OPTION,
  },
  run: (given) => withOperations(given, (operations) => purge(operations, given)),
};

/** @throws `cli_option_missing`, `cli_option_invalid`. */
async function purge(operations: Operations, given: GivenArguments): Promise<number> {
  const before = readPastTime(given, 'before', Date.now());
  if (before === undefined) throw cliError('cli_option_missing', { command: 'purge', option: '--before <time>' });
  const status: PurgeRequest['status'] = readStatuses(given, ENDED);
  const { runs } = await operations.purge({ before, ...(status && { status }) });
  if (wantsJson(given)) printJson({ before, runs });
  else console.log(`Removed ${runs} run${runs === 1 ? '' : 's'} that ended before ${before}.`);
  return 0;
}
