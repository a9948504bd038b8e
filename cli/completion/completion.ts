/** `workflow completion <shell>`: prints a script that completes commands and options. */
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { cliError } from '../program/messages.ts';
import { requireOperand } from '../program/project-options.ts';
import { toBash, toFish, toZsh } from './shell-scripts.ts';

const SHELLS: Record<string, (commands: readonly CliCommand[]) => string> = { bash: toBash, zsh: toZsh, fish: toFish };

/** Makes the command. @param commands All commands, once they are known. */
export function completionCommand(commands: () => readonly CliCommand[]): CliCommand {
  const command: CliCommand = {
    name: 'completion',
    operand: '<shell>',
    summary: 'prints a script that completes commands and options, for bash, zsh or fish',
    details: 'The shell has to read it when it starts.',
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/workflow',
      'completion zsh > "${fpath[1]}/_workflow"',
      'completion fish > ~/.config/fish/completions/workflow.fish',
    ],
    options: {},
    run: async (given) => printScript(given, command, commands()),
  };
  return command;
}

/** @throws `cli_argument_missing`, `cli_shell_unknown`. */
function printScript(given: GivenArguments, command: CliCommand, commands: readonly CliCommand[]): number {
  const shell = requireOperand(given, command);
  const toScript = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (!toScript) throw cliError('cli_shell_unknown', { found: shell, known: Object.keys(SHELLS).join(', ') });
  console.log(toScript(commands));
  return 0;
}
