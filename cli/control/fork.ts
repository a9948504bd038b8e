/** `workflow fork <run>`: starts a new run with the history of another one. */
import type { JsonValue, Operations } from '../../runtime/entries/operations.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { cliError } from '../program/messages.ts';
import { requireOperand, OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { withOperations } from '../program/store-operations.ts';
import { readJson } from '../program/json-operands.ts';

/** The command `fork`. */
export const forkCommand: CliCommand = {
  name: 'fork',
  operand: '<run>',
  summary: 'starts a new run with the history of another one, up to a step or with edits',
  details: `The run does not change. A step is named by its number in \`workflow show\`, or by its
id. What is called with other values than before, and what comes after that, is made anew.`,
  examples: [
    'fork wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8 --from 3',
    `fork wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8 --input '["A-17"]'`,
    `fork wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8 --result '2={"paid":true}'`,
  ],
  options: {
    ...OPERATIONS_OPTIONS,
    from: { value: '<step>', help: 'this step and all after it is done again (default: the whole history is kept)' },
    input: { value: '<json>', help: 'an array of other arguments' },
    result: { value: '<step=json>', help: 'another result of a step', isRepeatable: true },
    build: { value: '<same|newest>', help: 'the code of the new run: that of the run, or the newest (default: same)' },
    ...JSON_OPTION,
  },
  run: (given) => withOperations(given, (operations) => forkRun(operations, given)),
};

async function forkRun(operations: Operations, given: GivenArguments): Promise<number> {
  const runId = requireOperand(given, forkCommand);
  const from = given.options.get('from');
  const input = readInput(given);
  const build = readBuild(given);
  const results = given.repeated.get('result')?.map((text) => readResult(runId, text));
  const forked = await operations.fork({
    runId,
    ...(from !== undefined && { fromStep: toStep(runId, from) }),
    ...(input && { input }),
    ...(build && { build }),
    ...(results && { results: Object.fromEntries(results) }),
  });
  if (wantsJson(given)) printJson({ runId, newRunId: forked.runId });
  else console.log(`Forked ${runId} as ${forked.runId}`);
  return 0;
}

/** @throws `cli_option_invalid`. */
function readBuild({ options }: GivenArguments): 'same' | 'newest' | undefined {
  const build = options.get('build');
  if (build === undefined || build === 'same' || build === 'newest') return build;
  throw cliError('cli_option_invalid', { option: '--build', expected: 'same or newest', found: `"${build}"` });
}

/** @throws `cli_option_invalid`, `cli_argument_invalid`. */
function readInput({ options }: GivenArguments): JsonValue[] | undefined {
  const text = options.get('input');
  if (text === undefined) return undefined;
  const input = readJson(text);
  if (Array.isArray(input)) return input;
  throw cliError('cli_option_invalid', { option: '--input', expected: 'an array in JSON', found: text });
}

/** @throws `cli_option_invalid`, `cli_argument_invalid`. */
function readResult(runId: string, text: string): [stepId: string, result: JsonValue] {
  const at = text.indexOf('=');
  if (at < 1)
    throw cliError('cli_option_invalid', {
      option: '--result',
      expected: 'a step, =, and its result in JSON',
      found: `"${text}"`,
    });
  return [toStep(runId, text.slice(0, at)), readJson(text.slice(at + 1))];
}

/** The id of a step that is named by its number. */
const toStep = (runId: string, step: string): string =>
  /^\d+$/.test(step) ? `step_${runId.slice('wrun_'.length)}_${step}` : step;
