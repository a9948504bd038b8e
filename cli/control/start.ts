/** `workflow start <workflow> [json…]`: starts a run. */
import { WorkflowError } from '../../runtime/contract/errors.ts';
import type { Operations } from '../../runtime/entries/operations.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { requireOperand, OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { readAttributes, RUN_FILTERS } from '../program/run-query.ts';
import { withOperations } from '../program/store-operations.ts';
import { readJson } from '../program/json-operands.ts';

/** The command `start`. */
export const startCommand: CliCommand = {
  name: 'start',
  operand: '<workflow> [json…]',
  takesMany: true,
  summary: 'starts a run, for a worker of the store to execute',
  details: `The workflow is its short name, if the store has runs of it or this project has it, or its whole id.
Each further word is one argument in JSON: a text needs its quotes. No code runs here, so nobody can tell whether a
worker knows the workflow: until one does, the run waits.`,
  examples: [
    `start order '"A-17"' '{"express":true}'`,
    'start workflow//./workflows/orders//order --id order-17 --attribute customer=42',
    'start remind --delay 10m',
  ],
  options: {
    ...OPERATIONS_OPTIONS,
    id: { value: '<id>', help: 'your own name for the run; if a run has it, that one is named and none is started' },
    delay: { value: '<length>', help: 'how long it waits before it begins: 30s, 10m, 2d' },
    attribute: { ...RUN_FILTERS.attribute, help: 'a fact by which the run is found again' },
    ...JSON_OPTION,
  },
  run: (given) => withOperations(given, (operations) => startRun(operations, given)),
};

async function startRun(operations: Operations, given: GivenArguments): Promise<number> {
  const workflow = requireOperand(given, startCommand);
  const args = given.operands.slice(1).map(readJson);
  const [key, delay] = [given.options.get('id'), given.options.get('delay')];
  const attributes = readAttributes(given);
  const request = {
    workflow,
    args,
    ...(key !== undefined && { key }),
    ...(delay !== undefined && { delay }),
    ...(attributes && { attributes }),
  };
  const started = await operations.start(request).catch(async (error: unknown) => {
    if (!isUnknownName(error)) throw error;
    // A workflow that never ran is known to this project, if to anybody.
    const { findWorkflows } = await import('./find-workflows.ts');
    const [workflowId, other] = await findWorkflows(workflow);
    if (workflowId === undefined || other !== undefined) throw error;
    return await operations.start({ ...request, workflow: workflowId });
  });
  if (wantsJson(given)) printJson(started);
  else console.log(started.runId);
  if (!started.hasWorker) console.error('No worker of this store lives now: the run waits for one.');
  return 0;
}

const isUnknownName = (error: unknown): boolean => WorkflowError.is(error) && error.code === 'query_workflow_unknown';
