/** A worker whose one workflow counts by steps, and pauses in the middle until it is told to go on. */
import { once } from 'node:events';
import { getWorld, registerBuild } from '../../runtime/entries/runtime.ts';
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import { buildFromFunctions, type TestCode } from '../runtime/build-from-functions.ts';
import { observeStep } from '../crash/storm-ledger.ts';

const PAUSES_AT = Number(process.env['PAUSES_AT']);

const CODE: TestCode = {
  workflows: {
    main: async ({ step }, count: number) => {
      let sum = 0;
      for (let n = 0; n < count; n++) sum = await step('increment')(sum);
      return sum;
    },
  },
  steps: {
    increment: observeStep(async (n: number) => {
      if (n === PAUSES_AT && getStepMetadata().attempt === 1) {
        process.send!('in the middle');
        await once(process, 'message');
      }
      return n + 1;
    }, process.env['LEDGER']!),
  },
};

process.once('disconnect', () => process.exit());
await registerBuild(buildFromFunctions(CODE));
await getWorld().start();
process.send!('ready');
