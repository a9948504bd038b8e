/** `workflow runs`: lists runs. */
import type { Operations, RunConditionsQuery, RunItem } from '../../runtime/entries/operations.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { follow } from '../program/follow.ts';
import { JSON_OPTION, printJson, printJsonLine, wantsJson } from '../program/json-output.ts';
import { readNumber, OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { readRunQuery, RUN_FILTERS } from '../program/run-query.ts';
import { formatRunLine, formatRuns } from '../program/run-table.ts';
import { withOperations } from '../program/store-operations.ts';
import { RunChanges } from './run-changes.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 1_000;

/** The command `runs`. */
export const runsCommand: CliCommand = {
  name: 'runs',
  summary: 'lists runs, the newest first',
  details:
    'All conditions must hold. The note says why a run does not go on: it is parked, paused, or nobody takes it.',
  examples: [
    'runs --status failed --since 2h',
    'runs --workflow order --attribute customer=42 --limit 10',
    'runs --parked --json',
    'runs --follow',
  ],
  options: {
    ...OPERATIONS_OPTIONS,
    ...RUN_FILTERS,
    limit: { value: '<n>', help: `at most so many runs, up to ${LIMIT_MAX} (default: ${LIMIT_DEFAULT})` },
    cursor: { value: '<cursor>', help: 'the next page, as the page before named it' },
    follow: { help: 'also prints new runs and changes, until Ctrl-C' },
    ...JSON_OPTION,
  },
  run: (given) => withOperations(given, (operations) => showRuns(operations, given)),
};

async function showRuns(operations: Operations, given: GivenArguments): Promise<number> {
  const query = readRunQuery(given);
  const limit = readNumber(given, 'limit', { min: 1, max: LIMIT_MAX }) ?? LIMIT_DEFAULT;
  if (given.options.has('follow')) return await followRuns(operations, { query, limit, isJson: wantsJson(given) });
  const from = given.options.get('cursor');
  const { runs, cursor } = await operations.listRuns({ ...query, limit, ...(from !== undefined && { cursor: from }) });
  if (wantsJson(given)) printJson({ runs, cursor });
  else printPage(runs, cursor);
  return 0;
}

function printPage(runs: readonly RunItem[], cursor: string | null): void {
  if (runs.length === 0) console.log('No runs.');
  else for (const line of formatRuns(runs, Date.now())) console.log(line);
  if (cursor !== null) console.error(`There are more: add --cursor ${cursor}`);
}

interface Followed {
  query: RunConditionsQuery;
  limit: number;
  isJson: boolean;
}

async function followRuns(operations: Operations, { query, limit, isJson }: Followed): Promise<number> {
  const changes = new RunChanges(operations, query, limit);
  await follow(async () => {
    const changed = await changes.read();
    for (const run of changed) {
      if (isJson) printJsonLine(run);
      else console.log(formatRunLine(run, Date.now()));
    }
    return false;
  });
  return 0;
}
