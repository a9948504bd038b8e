/** `workflow show <run>`: the state of a run, and all that it has done. */
import type { Operations } from '../../runtime/entries/operations.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { requireOperand, OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { withOperations } from '../program/store-operations.ts';
import { formatReport } from './format-report.ts';
import { readReport } from './run-report.ts';

/** The command `show`. */
export const showCommand: CliCommand = {
  name: 'show',
  operand: '<run>',
  summary: 'shows a run: its state, steps, sleeps, hooks, children and streams',
  details: `The timeline has what the run asked for, by the number of the call, and says what it waits for now.
Of a long one it shows the calls that are not done or have failed, and the last ones. The tokens of hooks are secrets.`,
  examples: [
    'show wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8',
    'show wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8 --values --all',
    'show wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8 --json',
  ],
  options: {
    ...OPERATIONS_OPTIONS,
    values: { help: 'also shows arguments and results' },
    all: { help: 'shows the whole timeline' },
    ...JSON_OPTION,
  },
  run: (given) => withOperations(given, (operations) => showRun(operations, given)),
};

async function showRun(operations: Operations, given: GivenArguments): Promise<number> {
  const runId = requireOperand(given, showCommand);
  const report = await readReport(operations, { runId, values: given.options.has('values') });
  if (wantsJson(given)) printJson(report);
  else
    for (const line of formatReport(report, { now: Date.now(), isWhole: given.options.has('all') })) console.log(line);
  return 0;
}
