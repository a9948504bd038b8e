/** `workflow explain [code]`. */
import type { Command } from './command.ts';

/** Prints the explanation of a code, or a list of all codes. */
export const explainCommand: Command = {
  name: 'explain',
  operand: '[code]',
  summary: 'tells what an error means, by the code at the end of its message; without a code lists all',
  options: {},
  async run({ operand }) {
    // The texts are many, and no other command needs them.
    const { listCodes, printExplanation } = await import('./explain.ts');
    if (operand !== null) return printExplanation(operand);
    console.log(listCodes());
    return 0;
  },
};
