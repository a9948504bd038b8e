/** Acts on all runs that meet conditions, after a question. */
import type { BulkRequest, Operations } from '../../runtime/entries/operations.ts';
import { askYesNo } from '../program/ask.ts';
import type { GivenArguments } from '../program/command.ts';
import { printJson, wantsJson } from '../program/json-output.ts';
import { cliError } from '../program/messages.ts';
import { ProgressLine } from '../program/progress-line.ts';
import { formatRuns } from '../program/run-table.ts';
import type { RunAction } from './act-on-runs.ts';

const SHOWN_RUNS = 20;
/** Failures that are named, each on its line. */
const NAMED_FAILURES = 10;

interface Call {
  action: RunAction;
  given: GivenArguments;
}

/** Returns 1 when the action failed for any run. @throws `cli_option_missing`. */
export async function actInBulk(operations: Operations, request: BulkRequest, call: Call): Promise<number> {
  const { action, given } = call;
  if (given.options.has('dry-run')) return await preview(operations, request, call);
  const mustAsk = !given.options.has('yes');
  if (mustAsk && !process.stdin.isTTY) throw cliError('cli_option_missing', { command: action.name, option: '--yes' });
  const { matched } = await operations.previewBulk({ ...request, limit: 0 });
  const isMeant = matched === 0 || !mustAsk || (await askYesNo(`${capitalized(action.name)} ${countOf(matched)}?`));
  if (!isMeant) {
    console.error('Nothing was done.');
    return 1;
  }
  return await act(operations, request, { ...call, matched });
}

async function preview(operations: Operations, request: BulkRequest, { action, given }: Call): Promise<number> {
  const isJson = wantsJson(given);
  const { matched, runs } = await operations.previewBulk({ ...request, limit: SHOWN_RUNS });
  if (isJson) {
    printJson({ action: action.name, dryRun: true, matched, runs });
    return 0;
  }
  if (matched > 0) for (const line of formatRuns(runs, Date.now())) console.log(line);
  if (matched > runs.length) console.log(`and ${matched - runs.length} more`);
  console.log(`It would ${action.name} ${countOf(matched)}.`);
  return 0;
}

async function act(
  operations: Operations,
  request: BulkRequest,
  { action, given, matched }: Call & { matched: number },
): Promise<number> {
  const line = new ProgressLine();
  const outcome = await operations
    .bulk(request, ({ done, failed }) => {
      line.show(`${action.done} ${done} of ${matched} runs${failed > 0 ? `, ${failed} failed` : ''}`);
    })
    .finally(() => line.end());
  const { done, skipped, failed } = outcome;
  if (wantsJson(given)) printJson({ action: action.name, ...outcome });
  else {
    for (const { runId, error } of failed.slice(0, NAMED_FAILURES)) console.error(`${runId}: ${error.message}`);
    const rest = [
      ...(skipped > 0 ? [`${skipped} needed nothing`] : []),
      ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ];
    console.log([`${action.done} ${countOf(done)}`, ...rest].join(', ') + '.');
  }
  return failed.length > 0 ? 1 : 0;
}

const countOf = (runs: number): string => `${runs} run${runs === 1 ? '' : 's'}`;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
