/** `workflow check --explain <code>`. */
import type { Command } from './command.ts';
import { commandHelp } from './help.ts';

/** The exit code for a call that is not as it is to be. */
const MISUSED = 2;

export const checkCommand: Command = {
  name: 'check',
  summary: 'explains what the compiler and the editor complain about',
  options: { explain: { value: '<code>', help: 'the code at the end of a message, such as compile_function_sync' } },
  async run({ options }) {
    const code = options.get('explain');
    if (code === undefined) {
      console.log(commandHelp(checkCommand));
      return MISUSED;
    }
    const { printExplanation } = await import('./explain.ts');
    return printExplanation(code);
  },
};
