/**
 * A worker whose step fails once and is tried again after a while: another worker takes the run over before, also on a
 * busy machine. Its environment names the store.
 */
import { getWorld, registerBuild } from '../../runtime/entries/runtime.ts';
import { getStepMetadata, RetryableError } from '../../runtime/entries/workflow.ts';
import { buildFromFunctions, type TestCode } from '../runtime/build-from-functions.ts';

const CODE: TestCode = {
  workflows: { main: async ({ step }) => await step('work')() },
  steps: {
    work: async () => {
      const { attempt } = getStepMetadata();
      if (attempt === 1) throw new RetryableError('not yet', { retryAfter: '12s' });
      return attempt;
    },
  },
};

process.once('disconnect', () => process.exit());
await registerBuild(buildFromFunctions(CODE));
await getWorld().start();
