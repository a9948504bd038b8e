/** `workflow check-store`: looks for what is wrong in a store. */
import { paint } from '../program/colours.ts';
import type { CliCommand } from '../program/command.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { withOperations } from '../program/store-operations.ts';
import { toLine } from '../program/text-width.ts';

/** The command `check-store`. */
export const checkStoreCommand: CliCommand = {
  name: 'check-store',
  summary: 'looks at all runs of a store and says what is wrong, which should be nothing',
  details:
    'It changes nothing, reads every journal, and can run beside workers. The exit code is 1 if it finds a problem.',
  examples: ['check-store --data-dir .workflow-data', 'check-store --json'],
  options: { ...OPERATIONS_OPTIONS, ...JSON_OPTION },
  run: (given) =>
    withOperations(given, async (operations) => {
      const { problems } = await operations.checkStore();
      if (wantsJson(given)) printJson({ problems });
      else if (problems.length === 0) console.log('The store is sound.');
      else
        for (const { code, runId, message } of problems)
          console.log(`${runId} ${paint('red', code)}: ${toLine(message)}`);
      return problems.length === 0 ? 0 : 1;
    }),
};
