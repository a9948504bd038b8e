/** What is said of a project as a whole; the rules of each section have a catalogue beside them. */
import { defineErrors } from '../../../runtime/contract/errors.ts';

export const analysisError = defineErrors({
  suppression_unused: {
    message: ({ codes }: { codes: string }) =>
      `This comment suppresses nothing: there is no finding with ${codes} here.`,
    fix: () => 'remove the comment, or correct the code in it',
  },
  setting_unknown: {
    message: ({ name }: { name: string }) =>
      `The entry "workflow" in tsconfig.json has an option "${name}", which there is not.`,
    fix: () => 'correct its name, or remove it',
  },
  setting_value_invalid: {
    message: ({ name, expected }: { name: string; expected: string }) =>
      `The option "${name}" of the entry "workflow" in tsconfig.json must be: ${expected}.`,
    fix: ({ name }: { name: string; expected: string }) => `correct "${name}"`,
  },
  setting_rule_unknown: {
    message: ({ code }: { code: string }) => `There is no rule "${code}".`,
    fix: () => 'use the code at the end of a message, or remove it from "rules"',
  },
});
