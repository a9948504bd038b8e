/** The commands of the program `workflow`, which `bin.ts` starts. */
import { WorkflowError } from '../runtime/contract/errors.ts';
import { findNearName } from '../runtime/contract/near-name.ts';
import { VERSION } from '../runtime/contract/version.ts';
import { COMMAND_GROUPS, COMMANDS } from './commands.ts';
import { type CliCommand, HELP_FLAGS, readArguments } from './program/command.ts';
import { commandHelp, programHelp } from './program/help.ts';
import { cliError } from './program/messages.ts';

const VERSION_FLAGS = ['--version', '-v'];
/** Exit code of a command that failed. */
const FAILED = 1;
/** Exit code of a command that was called wrongly. */
const MISUSED = 2;
const MISUSES =
  /^(?:cli_(?:command|option|argument|url|secret|token|code|path|workflow|runs|shell)|query|option|start_option|duration|fork_step|world_cursor|hook_token|hook_id|run_id)_/;

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<number> {
  try {
    if (name === undefined || HELP_FLAGS.includes(name)) {
      console.log(programHelp(COMMAND_GROUPS));
      return name === undefined ? MISUSED : 0;
    }
    if (VERSION_FLAGS.includes(name)) {
      console.log(VERSION);
      return 0;
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
function findCommand(name: string): CliCommand {
  const command = COMMANDS.find((one) => one.name === name);
  if (command) return command;
  const names = COMMANDS.map((one) => one.name);
  const near = findNearName(name, names);
  const hint = near === null ? `use one of: ${names.join(', ')}` : `did you mean "workflow ${near}"?`;
  throw cliError('cli_command_unknown', { found: name, hint });
}

/** The message of a `WorkflowError` says enough. Any other error needs its stack. */
function toText(error: unknown): string {
  if (WorkflowError.is(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
