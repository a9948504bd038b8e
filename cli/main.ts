/** The commands of the program `workflow`, which `bin.ts` starts. */
import { WorkflowError } from '../runtime/contract/errors.ts';
import { buildCommand } from './build.ts';
import { checkCommand } from './check/check.ts';
import { type Command, HELP_FLAGS, readArguments } from './command.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { explainCommand } from './explain-command.ts';
import { graphCommand } from './graph.ts';
import { commandHelp, programHelp } from './help.ts';
import { cliError } from './messages.ts';
import { lspCommand } from './lsp.ts';
import { nearestName } from './nearest-name.ts';
import { workerCommand } from './worker.ts';

const COMMANDS: readonly Command[] = [
  buildCommand,
  graphCommand,
  checkCommand,
  lspCommand,
  workerCommand,
  doctorCommand,
  explainCommand,
];
/** The command could not be carried out. */
const FAILED = 1;
/** It was not called as it is to be. */
const MISUSED = 2;
const MISUSES = /^cli_(?:command|option|argument|url|secret|code)_/;

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<number> {
  try {
    if (name === undefined || HELP_FLAGS.includes(name)) {
      console.log(programHelp(COMMANDS));
      return name === undefined ? MISUSED : 0;
    }
    const command = findCommand(name);
    if (args.some((argument) => HELP_FLAGS.includes(argument))) {
      console.log(commandHelp(command));
      return 0;
    }
    return await command.run(readArguments(command, args));
  } catch (error) {
    console.error(toText(error));
    return WorkflowError.is(error) && MISUSES.test(error.code) ? MISUSED : FAILED;
  }
}

/** @throws `cli_command_unknown`. */
function findCommand(name: string): Command {
  const command = COMMANDS.find((one) => one.name === name);
  if (command) return command;
  const names = COMMANDS.map((one) => one.name);
  const near = nearestName(name, names);
  const hint = near === null ? `use one of: ${names.join(', ')}` : `did you mean "workflow ${near}"?`;
  throw cliError('cli_command_unknown', { found: name, hint });
}

/** Errors of ours say all that counts; of others the stack does. */
function toText(error: unknown): string {
  if (WorkflowError.is(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
