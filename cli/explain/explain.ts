/** `workflow explain [code]`. */
import type { CliCommand } from '../program/command.ts';

/** The command `explain`. */
export const explainCommand: CliCommand = {
  name: 'explain',
  operand: '[code]',
  summary: 'explains an error by the code at the end of its message; without a code lists all codes',
  options: {},
  async run({ operand }) {
    // The texts are many, and no other command needs them.
    const { listCodes, printExplanation } = await import('./print-explanation.ts');
    if (operand !== null) return printExplanation(operand);
    console.log(listCodes());
    return 0;
  },
};
