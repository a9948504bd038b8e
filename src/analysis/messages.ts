/** What is said of a project as a whole; the rules of each section have a catalogue beside them. */
import { defineErrors } from '../runtime/contract/errors.ts';

export const analysisError = defineErrors({
  suppression_unused: {
    message: ({ codes }: { codes: string }) =>
      `This comment suppresses nothing: there is no finding with ${codes} here.`,
    fix: () => 'remove the comment, or correct the code in it',
  },
});
