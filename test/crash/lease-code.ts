/** Workflows whose steps tell the test that they begin, and code that holds the event loop of its process. */
import { once } from 'node:events';
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import type { TestCode } from '../runtime/build-from-functions.ts';

/** How long the test has to halt a worker whose first attempt has failed. */
const RETRY_AFTER_MS = 1_500;

function say(what: string): void {
  const { attempt, signal } = getStepMetadata();
  process.send!(`${what}, attempt ${attempt}${signal.aborted ? ', aborted' : ''}`);
}

function holdEventLoop(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

// A line that workflow code prints is printed at once, in the midst of a turn.
const { log } = console;
console.log = (text: string) => {
  const [, ms] = /^hold (\d+)$/.exec(text) ?? [];
  if (ms === undefined) log(text);
  else holdEventLoop(Number(ms));
};

export const LEASE_CODE: TestCode = {
  workflows: {
    retry: async ({ step }) => await step('retry')(),
    queue: async ({ step }) => await Promise.all([step('first')(), step('second')(), step('third')()]),
    holdInStep: async ({ step }, ms: number) => await step('hold')(ms),
    holdInTurn: async ({ step, globals }, ms: number) => {
      await step('before')();
      globals.console.log(`hold ${ms}`);
      await step('after')();
    },
    last: async ({ step }) => await step('last')(),
    wait: async ({ step }, name: string) => await step('wait')(name),
  },
  steps: {
    retry: Object.assign(
      () => {
        say('retry');
        if (getStepMetadata().attempt === 1) throw new Error('not yet');
      },
      { retry: { minDelay: RETRY_AFTER_MS } },
    ),
    first: async () => {
      say('first');
      // Longer than the test takes to halt the worker.
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    },
    second: () => say('second'),
    third: () => say('third'),
    before: () => say('before'),
    after: () => say('after'),
    last: () => say('last'),
    wait: async (name: string) => {
      say(name);
      await once(process, 'message');
      return getStepMetadata().attempt;
    },
    hold: (ms: number) => {
      say('hold');
      holdEventLoop(ms);
    },
  },
};
