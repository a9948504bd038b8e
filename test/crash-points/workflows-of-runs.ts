/** Canonical workflows: children, continuations, late starts, deadlines, pauses. */
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import type { CanonicalWorkflow } from './canonical-workflow.ts';

const ROUNDS = 8;
const echo = (value: unknown): unknown => value;
/** Its first attempt takes longer than it may. */
const hangOnce = Object.assign(
  async (value: unknown): Promise<unknown> => {
    const { attempt, signal } = getStepMetadata();
    if (attempt === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return value;
  },
  { timeout: 500 },
);

export const RUN_WORKFLOWS: CanonicalWorkflow[] = [
  {
    name: 'a child run that is awaited',
    steps: { echo },
    workflow: async ({ step, startChild }, name?: string) => {
      if (name !== undefined) return await step('echo')(`child ${name}`);
      const child = await startChild({ workflowId: 'workflow//./test//main' }, ['a']);
      return [await step('echo')('parent'), await child.returnValue];
    },
  },
  {
    name: 'a cancel that goes down to a child',
    steps: { echo },
    workflow: async ({ sleep, startChild }, name?: string) => {
      if (name !== undefined) return await sleep('1d');
      return await (
        await startChild({ workflowId: 'workflow//./test//main' }, ['a'])
      ).returnValue;
    },
    outside: async (caller) => {
      await caller.untilEvent('child_created');
      await caller.cancel();
    },
  },
  {
    name: 'a run that continues as a new one',
    steps: { echo },
    workflow: async ({ step, continueAs }, round = 1, seen: unknown[] = []) => {
      const now = [...seen, await step('echo')(round)];
      return round === 3 ? now : await continueAs([round + 1, now]);
    },
  },
  {
    name: 'a run that continues again and again, also several times in one turn',
    steps: { echo },
    workflow: async ({ step, continueAs }, round = 1) => {
      if (round % 3 === 0) await step('echo')(round);
      return round === ROUNDS ? round : await continueAs([round + 1]);
    },
  },
  {
    name: 'a run that starts later',
    steps: { echo },
    options: { delay: '5s' },
    workflow: async ({ step }) => await step('echo')('late'),
  },
  {
    name: 'a run with an id of its caller',
    steps: { echo },
    options: { id: 'order 7', attributes: { customer: 'c1' } },
    workflow: async ({ step }) => await step('echo')('once'),
  },
  {
    name: 'a run whose time is over',
    steps: { echo },
    options: { timeout: '5s' },
    workflow: async ({ step, sleep }) => {
      try {
        await sleep('1d');
      } finally {
        await step('echo')('cleaned up');
      }
    },
  },
  {
    name: 'a run that is paused and resumed',
    steps: { echo },
    workflow: async ({ step, sleep }) => {
      await sleep('1d');
      return await step('echo')('resumed');
    },
    outside: async (caller) => {
      await caller.untilEvent('wait_created');
      await caller.pause();
      await caller.untilEvent('run_paused');
      await caller.resume();
      await caller.untilEvent('run_resumed');
      await caller.wakeUp();
    },
  },
  {
    name: 'a step that takes too long',
    steps: { hangOnce, echo },
    workflow: async ({ step }) => [await step('hangOnce')('in time'), await step('echo')('after')],
  },
  {
    name: 'a change that the code asks for',
    steps: { echo },
    workflow: async ({ step, patched }) => [patched('new tax'), await step('echo')('taxed'), patched('new tax')],
  },
];
