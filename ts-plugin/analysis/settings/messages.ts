/** Messages about settings and about comments that suppress findings. */
import { defineErrors } from '../../../runtime/contract/errors.ts';

/** Makes these errors. */
export const analysisError = defineErrors({
  suppression_unused: {
    message: ({ codes }: { codes: string }) =>
      `This comment suppresses nothing: there is no finding with ${codes} here.`,
    fix: () => 'remove the comment, or correct the code in it',
  },
  setting_tsconfig_broken: {
    message: ({ reason }: { reason: string }) =>
      `The configuration of TypeScript cannot be read, so files and types may be missing from the check: ${reason}.`,
    fix: () => 'correct the file; if a framework generates one that it extends, let it do that first',
  },
  setting_unknown: {
    message: ({ name }: { name: string }) => `The entry "workflow" in tsconfig.json has an unknown option "${name}".`,
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
