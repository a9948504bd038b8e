/** The workflows of a storm: one for each kind of behaviour that a death of its process can cut off. */
import { setTimeout } from 'node:timers/promises';
import { getStepMetadata, getWritable, RetryableError } from '../../runtime/entries/workflow.ts';
import type { TestCode } from '../runtime/build-from-functions.ts';
import { observeStep } from './storm-ledger.ts';

/** Long enough that some attempts are cut off, short enough that most are not. */
const takeAMoment = async (): Promise<void> => {
  await setTimeout(Math.random() * 15);
};

const STEPS: NonNullable<TestCode['steps']> = {
  add: async (a: number, b: number) => {
    await takeAMoment();
    return a + b;
  },
  failOnce: async (value: number) => {
    await takeAMoment();
    if (getStepMetadata().attempt === 1) throw new RetryableError('not yet', { retryAfter: 20 });
    return value;
  },
  write: async (chunks: string[]) => {
    const writer = getWritable().getWriter();
    for (const chunk of chunks) {
      await writer.write(chunk);
      await takeAMoment();
    }
    writer.releaseLock();
  },
  untilAborted: async () => {
    const { signal } = getStepMetadata();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw signal.reason;
  },
};

export const WORKFLOWS = {
  steps: async ({ step }) => {
    let sum = 0;
    for (let n = 1; n <= 5; n++) sum = await step('add')(sum, n);
    return sum;
  },
  parallel: async ({ step }) => {
    const sums = await Promise.all([1, 2, 3, 4].map((n) => step('add')(n, n)));
    const flaky = await Promise.all([step('failOnce')(1), step('failOnce')(2)]);
    return await step('add')(sums.length, flaky.length);
  },
  sleeps: async ({ step, sleep }) => {
    const after = async (ms: number) => {
      await sleep(ms);
      return await step('add')(ms, 1);
    };
    return await Promise.all([after(40), after(120), after(80)]);
  },
  hooks: async ({ step, createHook, getWorkflowMetadata }) => {
    const seen: unknown[] = [];
    for await (const payload of createHook({ token: getWorkflowMetadata().workflowRunId })) {
      seen.push(await step('add')(payload, 100));
      if (seen.length === 3) return seen;
    }
  },
  streams: async ({ step, getWritable }) => {
    const writer = getWritable().getWriter();
    await writer.write('begun');
    await step('write')(['a1', 'a2', 'a3', 'a4', 'a5']);
    await writer.write('half');
    await step('write')(['b1', 'b2', 'b3']);
    await writer.write('done');
  },
  cancels: async ({ step }) => {
    try {
      await step('untilAborted')();
    } finally {
      await step('add')(1, 1);
    }
  },
} satisfies TestCode['workflows'];

export type Lane = keyof typeof WORKFLOWS;
export const LANES = Object.keys(WORKFLOWS) as Lane[];

/** The code of a worker whose steps write to a ledger. */
export const toStormCode = (ledger: string): TestCode => ({
  workflows: WORKFLOWS,
  steps: Object.fromEntries(Object.entries(STEPS).map(([name, step]) => [name, observeStep(step, ledger)])),
});
