/** Workflows whose results depend on time, and steps that tell the test where they run. */
import { getStepMetadata, RetryableError } from '../../runtime/entries/workflow.ts';
import type { TestCode } from '../runtime/build-from-functions.ts';

const say = (what: string): void => void process.send!(what);

export const CLOCKS_CODE: TestCode = {
  workflows: {
    sleeps: async ({ sleep }, ms: number) => {
      await sleep(ms);
      await sleep(ms);
    },
    retries: async ({ step }, ms: number) => await step('failOnce')(ms),
    starts: async ({ startChild }, ms: number) =>
      (await startChild({ workflowId: 'workflow//./test//child' }, [], { delay: ms })).runId,
    child: async () => {},
    holds: async ({ step }, ms: number) => await step('hold')(ms),
  },
  steps: {
    failOnce: (ms: number) => {
      if (getStepMetadata().attempt === 1) throw new RetryableError('not yet', { retryAfter: ms });
    },
    hold: async (ms: number) => {
      say(`hold, attempt ${getStepMetadata().attempt}`);
      await new Promise((resolve) => setTimeout(resolve, ms));
    },
  },
};
