/** `workflow hook <token> [json]`: gives a hook its payload. */
import type { Operations } from '../../runtime/entries/operations.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { cliError } from '../program/messages.ts';
import { requireOperand, OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { withOperations } from '../program/store-operations.ts';
import { readJson } from '../program/json-operands.ts';

/** The command `hook`. */
export const hookCommand: CliCommand = {
  name: 'hook',
  operand: '<token> [json]',
  takesMany: true,
  summary: 'sends a payload to the hook that waits with this token',
  details: '`workflow show` names the tokens of a run. The payload is JSON; without one the hook gets `undefined`.',
  examples: [`hook approval-17 '{"approved":true}'`, `hook approval-17 true --id click-1`],
  options: {
    ...OPERATIONS_OPTIONS,
    id: { value: '<id>', help: 'your name for the payload: sent again with the same id, it counts once' },
    ...JSON_OPTION,
  },
  run: (given) => withOperations(given, (operations) => sendPayload(operations, given)),
};

async function sendPayload(operations: Operations, given: GivenArguments): Promise<number> {
  const token = requireOperand(given, hookCommand);
  const [, payload, extra] = given.operands;
  if (extra !== undefined) throw cliError('cli_argument_unexpected', { found: extra, command: hookCommand.name });
  const id = given.options.get('id');
  const { runId } = await operations.resumeHook({
    token,
    ...(payload !== undefined && { payload: readJson(payload) }),
    ...(id !== undefined && { id }),
  });
  if (wantsJson(given)) printJson({ runId });
  else console.log(`Sent to ${runId}`);
  return 0;
}
