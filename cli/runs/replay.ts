/** `workflow replay <run…>`: whether runs fit the present code, and where not. */
import { loadBundle } from '../../integrations/shared/load-build.ts';
import { readRoot } from '../../integrations/server/options.ts';
import type { WorkflowBundle } from '../../runtime/contract/build.ts';
import type { Operations, ReplayOutcome } from '../../runtime/entries/operations.ts';
import { readBuildFolder } from '../program/build-folder.ts';
import { paint } from '../program/colours.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { cliError } from '../program/messages.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { FOLDER_OPTIONS, readNumber, requireOperand, STORE_OPTIONS } from '../program/project-options.ts';
import { withOperations } from '../program/store-operations.ts';
import { toLine } from '../program/text-width.ts';
import { waitForDebugger } from './attach-debugger.ts';

/** That of Node. */
const PORT_DEFAULT = 9229;

/** The command `replay`. */
export const replayCommand: CliCommand = {
  name: 'replay',
  operand: '<run…>',
  takesMany: true,
  summary: 'says whether runs fit the code that `workflow build` wrote, and where not',
  details: `It replays what the run has done against the present code, also of runs that have ended. Nothing changes:
no step runs, and nothing is stored. The exit code is 1 if a run does not fit.

With --inspect it waits for a debugger and stops in it where the workflow begins. Each step gives what the run has
recorded. To go on otherwise from a step, see \`workflow fork --help\`.`,
  examples: [
    'replay wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8',
    'replay wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8 --json',
    'replay wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8 --inspect',
  ],
  options: {
    ...STORE_OPTIONS,
    ...FOLDER_OPTIONS,
    inspect: { help: 'waits for a debugger, and stops in it where the workflow begins' },
    'inspect-port': { value: '<number>', help: `where it waits; 0 takes any free port (default: ${PORT_DEFAULT})` },
    ...JSON_OPTION,
  },
  run: (given) => {
    // Nobody steps through a workflow within the time that it has for one turn.
    if (given.options.has('inspect')) process.env['WORKFLOW_TURN_LIMIT_MS'] = '0';
    return withOperations(given, (operations) => replayRuns(given, operations));
  },
};

async function replayRuns(given: GivenArguments, operations: Operations): Promise<number> {
  requireOperand(given, replayCommand);
  const plain = await loadBundle(readBuildFolder(given));
  const bundle = given.options.has('inspect') ? await letInspect(plain, given, operations) : plain;
  const { replayWith } = await import('../../runtime/entries/operations.ts');
  const outcomes: (ReplayOutcome & { runId: string })[] = [];
  for (const runId of given.operands) outcomes.push({ runId, ...(await replayWith(runId, bundle)) });
  if (wantsJson(given)) printJson({ runs: outcomes });
  else for (const outcome of outcomes) for (const line of format(outcome)) console.log(line);
  return outcomes.every(({ fits }) => fits) ? 0 : 1;
}

/** Waits for a debugger. @returns The code, with a stop where the workflow of the run begins. */
async function letInspect(bundle: WorkflowBundle, given: GivenArguments, operations: Operations) {
  const [runId, ...others] = given.operands;
  if (others.length > 0)
    throw cliError('cli_option_invalid', { option: '--inspect', expected: 'for one run', found: 'for several' });
  const { workflowName } = await operations.readRun({ runId: runId! });
  const { stopAtStart } = await import('../../compiler/stop-at-start.ts');
  const code = stopAtStart(bundle.code, workflowName);
  // The sources in the map of a bundle are looked for from here.
  process.chdir(readRoot(given.options.get('root')));
  waitForDebugger(readNumber(given, 'inspect-port', { min: 0, max: 65_535 }) ?? PORT_DEFAULT, process.cwd());
  return { ...bundle, code };
}

function format(outcome: ReplayOutcome & { runId: string }): string[] {
  const { runId } = outcome;
  if (outcome.fits) return [`${runId}  ${paint('green', 'fits')} build ${outcome.buildId.slice(0, 12)}`];
  const { message, seq, at } = outcome;
  const where = [...(seq === null ? [] : [`event ${seq}`]), ...(at === null ? [] : [at])].join(', ');
  return [
    `${runId}  ${paint('red', 'does not fit')}${where === '' ? '' : ` from ${where} on`}`,
    `  ${toLine(message)}`,
  ];
}
