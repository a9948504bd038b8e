/** Every error that users of an integration can meet. */
import { defineErrors } from '../../runtime/contract/errors.ts';

export const integrationError = defineErrors({
  integration_option_invalid: {
    message: ({ option, expected, found }: { option: string; expected: string; found: string }) =>
      `The option "${option}" must be ${expected}, but is ${found}.`,
    fix: ({ option }: { option: string; expected: string; found: string }) =>
      `correct "${option}" in the configuration, or leave it out`,
  },
  integration_thread_unplaced: {
    message: ({ file }: { file: string }) =>
      `The store's thread could not be placed in the output: "${file}" does not start it any more.`,
    fix: () => 'install the package again; if that does not help, report it, because it is a defect of the package',
  },
});
