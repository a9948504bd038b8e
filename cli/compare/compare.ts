/** `workflow compare <workflow>`: whether a workflow does as a run what it does as plain code. */
import type { Manifest } from '../../runtime/contract/build.ts';
import { nameOf } from '../../runtime/contract/ids.ts';
import { paint } from '../program/colours.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { readJson } from '../program/json-operands.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { formatChanges } from '../program/line-changes.ts';
import { cliError } from '../program/messages.ts';
import {
  DIRS_OPTION,
  ENTRY_OPTION,
  FOLDER_OPTIONS,
  readProjectFolders,
  requireOperand,
} from '../program/project-options.ts';
import { unknownWorkflow } from '../program/unknown-workflow.ts';
import type { ComparedCall } from './compare-calls.ts';

/** The command `compare`. */
export const compareCommand: CliCommand = {
  name: 'compare',
  operand: '<workflow>',
  summary: 'runs a workflow as plain code, live and replaying, and says where they differ',
  details: `The steps really run, in each of the ways, so give it arguments and an environment for tests. It compares
what the steps were given, and what the workflow returned or threw. The exit code is 1 if two ways differ.

It builds the project into a folder of its own. Runs are in memory: the store stays as it is. Sleeps take no time, no
step is tried again, and hooks get the payloads that you give. What is another value each time the same code runs, such
as times and random numbers, is left out. Agents and webhooks cannot run as plain code: then a live run and a replaying
one are compared.`,
  examples: ['compare order --args \'["A-17", {"express":true}]\'', 'compare approve --payload \'{"ok":true}\''],
  options: {
    args: { value: '<json>', help: 'the list of the arguments (default: [])' },
    payload: { value: '<json>', help: 'what the next hook gets that is awaited', isRepeatable: true },
    ...DIRS_OPTION,
    ...ENTRY_OPTION,
    ...FOLDER_OPTIONS,
    ...JSON_OPTION,
  },
  run: compare,
};

async function compare(given: GivenArguments): Promise<number> {
  const name = requireOperand(given, compareCommand);
  const args = readArgumentList(given.options.get('args') ?? '[]');
  const payloads = (given.repeated.get('payload') ?? []).map(readJson);
  // Loaded late: without the compiler other commands start in half the time.
  const { compareCalls, isSame } = await import('./compare-calls.ts');
  const [found] = await compareCalls(readProjectFolders(given), (manifest) => [
    { workflowId: findWorkflow(manifest, name), args, payloads },
  ]);
  const same = isSame(found!);
  if (wantsJson(given)) printJson({ same, ...found });
  else for (const line of format(name, found!, same)) console.log(line);
  return same ? 0 : 1;
}

/** @throws `cli_argument_invalid`, `cli_option_invalid`. */
function readArgumentList(text: string): unknown[] {
  const found = readJson(text);
  if (Array.isArray(found)) return found;
  throw cliError('cli_option_invalid', { option: '--args', expected: 'a list in JSON, such as [42]', found: text });
}

/** @throws `cli_workflow_unknown`, `cli_option_invalid`. */
function findWorkflow({ workflows }: Manifest, name: string): string {
  const ids = Object.values(workflows).flatMap((ofFile) => Object.values(ofFile).map(({ workflowId }) => workflowId));
  const [found, ...others] = ids.filter((id) => id === name || nameOf(id) === name);
  if (found === undefined) throw unknownWorkflow(name, ids.map(nameOf));
  if (others.length === 0) return found;
  const expected = `one of ${[found, ...others].join(', ')}`;
  throw cliError('cli_option_invalid', { option: '<workflow>', expected, found: `"${name}"` });
}

function format(name: string, { plain, live, replaying }: ComparedCall, same: boolean): string[] {
  const isPlain = 'text' in plain;
  const ways = isPlain ? 'as plain code, live and replaying' : 'live and replaying';
  return [
    ...(isPlain ? [] : [`It was not compared with plain code. ${plain.why}`]),
    ...(same ? [paint('green', `${name} does the same ${ways}.`), ...live.split('\n')] : []),
    ...(isPlain ? differences('plain code (-) and a live run (+)', plain.text, live) : []),
    ...differences('a live run (-) and a replaying one (+)', live, replaying),
    ...(same ? [] : ['`workflow check` names most of the reasons, with their lines.']),
  ];
}

const differences = (between: string, before: string, after: string): string[] =>
  before === after ? [] : [paint('red', `Differences between ${between}:`), ...formatChanges(before, after)];
