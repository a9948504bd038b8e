/** Canonical workflows: steps in sequence, in parallel, in races; results, failures, retries. */
import { FatalError, getStepMetadata, RetryableError } from '../../runtime/entries/workflow.ts';
import type { CanonicalWorkflow } from './canonical-workflow.ts';

const add = (a: number, b: number): number => a + b;
const echo = (value: unknown): unknown => value;
const failForEver = (message: string): never => {
  throw new Error(message);
};
const failFinally = (message: string): never => {
  throw new FatalError(message);
};
/** Fails twice, whatever else happens to its attempts. */
const failTwice = (value: unknown): unknown => {
  if (getStepMetadata().attempt < 3) throw new Error('not yet');
  return value;
};
const comeBackLater = (value: unknown): unknown => {
  if (getStepMetadata().attempt < 2) throw new RetryableError('later', { retryAfter: '5s' });
  return value;
};
/** Takes a few turns of the event loop's microtasks, so that others overtake it. */
const slow = async (value: unknown): Promise<unknown> => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
  return value;
};

export const STEP_WORKFLOWS: CanonicalWorkflow[] = [
  {
    name: 'steps in sequence',
    steps: { add },
    workflow: async ({ step }) => {
      let sum = 0;
      for (const n of [1, 2, 3]) sum = await step('add')(sum, n);
      return sum;
    },
  },
  {
    name: 'a loop of twenty steps',
    steps: { add },
    workflow: async ({ step }) => {
      let sum = 0;
      for (let n = 1; n <= 20; n++) sum = await step('add')(sum, n);
      return sum;
    },
  },
  {
    name: 'parallel steps',
    steps: { echo, slow },
    workflow: async ({ step }) => await Promise.all([step('slow')('a'), step('echo')('b'), step('slow')('c')]),
  },
  {
    name: 'nested parallel steps',
    steps: { add, slow },
    workflow: async ({ step }) => {
      const branch = async (n: number) => {
        const parts = await Promise.all([step('slow')(n), step('add')(n, 1)]);
        return await step('add')(parts[0], parts[1]);
      };
      return await Promise.all([branch(1), branch(2), Promise.all([branch(3), branch(4)])]);
    },
  },
  {
    name: 'a race of a step and a sleep',
    steps: { slow },
    workflow: async ({ step, sleep }) => await Promise.race([step('slow')('step'), sleep('1d')]),
  },
  {
    name: 'Promise.any over a failing and a good step',
    steps: { failFinally, slow },
    workflow: async ({ step }) => await Promise.any([step('failFinally')('no'), step('slow')('yes')]),
  },
  {
    name: 'Promise.allSettled',
    steps: { failFinally, echo },
    workflow: async ({ step }) => {
      const settled = await Promise.allSettled([step('failFinally')('no'), step('echo')('yes')]);
      return settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message));
    },
  },
  {
    name: 'a step that is retried at once',
    steps: { failTwice, echo },
    workflow: async ({ step }) => [await step('failTwice')('a'), await step('echo')('b')],
  },
  {
    name: 'a step that is retried later',
    steps: { comeBackLater, echo },
    workflow: async ({ step }) => [await step('comeBackLater')('a'), await step('echo')('b')],
  },
  {
    name: 'parallel retries',
    steps: { failTwice, comeBackLater },
    workflow: async ({ step }) => await Promise.all([step('failTwice')('a'), step('comeBackLater')('b')]),
  },
  {
    name: 'a FatalError that the workflow catches',
    steps: { failFinally, echo },
    workflow: async ({ step, FatalError }) => {
      try {
        return await step('failFinally')('broken');
      } catch (error) {
        return [error instanceof FatalError, await step('echo')((error as Error).message)];
      }
    },
  },
  {
    name: 'retries that are used up',
    steps: { failForEver: Object.assign(failForEver.bind(null), { maxRetries: 2 }) },
    workflow: async ({ step }) => await step('failForEver')('always'),
  },
  {
    name: 'a step without retries',
    steps: { failForEver: Object.assign(failForEver.bind(null), { maxRetries: 0 }), echo },
    workflow: async ({ step }) => {
      const failed = await step('failForEver')('once').catch((error: Error) => error.message);
      return await step('echo')(failed);
    },
  },
  {
    name: 'an error that the workflow throws',
    steps: { echo },
    workflow: async ({ step }) => {
      throw new RangeError(await step('echo')('out of range'));
    },
  },
  {
    name: 'a step that is awaited late',
    steps: { slow, add },
    workflow: async ({ step, sleep }) => {
      const early = step('slow')(1);
      await sleep(1_000);
      const sum = await step('add')(1, 1);
      return [sum, await early];
    },
  },
  {
    name: 'a failed step that is awaited late',
    steps: { failFinally, echo },
    workflow: async ({ step, sleep }) => {
      const early = step('failFinally')('early');
      await sleep(1_000);
      return await early.catch((error: Error) => step('echo')(`late: ${error.message}`));
    },
  },
  {
    name: 'a generator that drives steps',
    steps: { add },
    workflow: async ({ step }) => {
      async function* sums() {
        let sum = 0;
        for (const n of [1, 2, 3]) yield (sum = await step('add')(sum, n));
      }
      const seen: number[] = [];
      for await (const sum of sums()) seen.push(sum);
      return seen;
    },
  },
  {
    name: 'a step that nobody awaits',
    steps: { slow, echo },
    workflow: async ({ step }) => {
      const result = await step('echo')('done');
      void step('slow')('forgotten');
      return result;
    },
  },
  {
    name: 'values with types',
    steps: { echo },
    workflow: async ({ step }) => {
      const value = { at: new Date(0), tags: new Map([['a', new Set([1n])]]), bytes: new Uint8Array([1, 2]) };
      return [await step('echo')(value), await step('echo')(undefined), await step('echo')(-0)];
    },
  },
  {
    name: 'randomness and time between steps',
    steps: { add },
    workflow: async ({ step }) => {
      const random = Math.random();
      const before = Date.now();
      await step('add')(1, 2);
      // The same after every replay, so the comparisons hold wherever the code is run again.
      return [await step('add')(random, -random), Date.now() >= before];
    },
  },
];
