/** One action on runs: those of a list of ids, or all that meet conditions. */
import type { BulkActionName, Operations } from '../../runtime/entries/operations.ts';
import type { CliCommand, CommandOption, GivenArguments } from '../program/command.ts';
import { JSON_OPTION } from '../program/json-output.ts';
import { cliError } from '../program/messages.ts';
import { OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { hasFilters, readRunQuery, RUN_FILTERS } from '../program/run-query.ts';
import { withOperations } from '../program/store-operations.ts';
import { actInBulk } from './act-in-bulk.ts';
import { actOnEach } from './act-on-each.ts';

/** An action as a command. */
export interface RunAction {
  name: BulkActionName;
  /** The past participle, such as `Cancelled`. */
  done: string;
  summary: string;
  details: string;
  /** Options besides those that choose runs. */
  options?: Record<string, CommandOption>;
  examples: readonly string[];
  /** Acts on one run. Resolves to the id of a run that was made by it, if one was. */
  act(operations: Operations, runId: string, given: GivenArguments): Promise<{ newRunId?: string }>;
}

const FORM = '[run…]';

/** Makes the command of an action. */
export function defineAction(action: RunAction): CliCommand {
  const { name, summary, details, options = {}, examples } = action;
  return {
    name,
    operand: FORM,
    takesMany: true,
    summary,
    details: `${details}
Without ids it acts on all runs that meet the conditions, after a question; --all stands for no condition.`,
    examples,
    options: {
      ...OPERATIONS_OPTIONS,
      ...options,
      ...RUN_FILTERS,
      all: { help: 'acts on all runs that the action is for, without any other condition' },
      'dry-run': { help: 'only shows the runs that it would act on' },
      yes: { help: 'asks nothing; needed where the input is no terminal' },
      ...JSON_OPTION,
    },
    run: (given) => withOperations(given, (operations) => runAction(operations, action, given)),
  };
}

async function runAction(operations: Operations, action: RunAction, given: GivenArguments): Promise<number> {
  const { operands, options } = given;
  const isBulk = hasFilters(given) || options.has('all');
  if (operands.length > 0 && isBulk)
    throw cliError('cli_argument_unexpected', { found: operands[0]!, command: action.name });
  if (operands.length > 0) return await actOnEach(operations, action, given);
  if (!isBulk) throw cliError('cli_runs_missing', { command: action.name });
  const reason = options.get('reason');
  const request = {
    action: action.name,
    conditions: readRunQuery(given),
    ...(reason !== undefined && { reason }),
  };
  return await actInBulk(operations, request, { action, given });
}
