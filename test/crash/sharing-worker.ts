/** A worker whose steps are slow and say that they were made. Its environment names the store and its places. */
import { setTimeout } from 'node:timers/promises';
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import { getWorld, registerBuild } from '../../runtime/entries/runtime.ts';
import { buildFromFunctions, type TestCode } from '../runtime/build-from-functions.ts';

const STEP_MS = 150;

const slow = async (n: number): Promise<number> => {
  await setTimeout(STEP_MS);
  process.send!(`made ${n}, attempt ${getStepMetadata().attempt}`);
  return n;
};

const CODE: TestCode = {
  workflows: {
    fanOut: async ({ step }, count: number) =>
      await Promise.all(Array.from({ length: count }, (_, n) => step('slow')(n))),
    draw: async ({ step }) => await step('draw')(0),
  },
  // Only a worker of this kind may make it.
  steps: { slow, draw: Object.assign((n: number) => slow(n), { worker: 'gpu' }) },
};

process.once('disconnect', () => process.exit());
await registerBuild(buildFromFunctions(CODE));
await getWorld().start();
process.send!('ready');
