/**
 * A process of its own that kills itself at one point of the life of a run. First it finishes the run that the process
 * before it left behind, then it plays one of its own. Started by `real-processes.test.ts`; the environment says with
 * what.
 */
import { flushCompileCache } from 'node:module';
import { getRuntime } from '../../runtime/api/runtime.ts';
import { getRun, resumeHook, start } from '../../runtime/entries/api.ts';
import { getWorld, registerBuild, setWorld } from '../../runtime/entries/runtime.ts';
import { getStepMetadata, getWritable } from '../../runtime/entries/workflow.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { observeStep } from '../crash/storm-ledger.ts';
import { buildFromFunctions, workflowIdOf, type TestCode } from '../runtime/build-from-functions.ts';
import { makeMortal } from './mortal-world.ts';
import { ProcessLife } from './process-life.ts';

const { LEDGER, PREVIOUS_RUN, POINT } = process.env;

const CODE: TestCode = {
  workflows: {
    main: async ({ step, sleep, createHook, getWorkflowMetadata }) => {
      const hook = createHook({ token: getWorkflowMetadata().workflowRunId });
      const first = await step('echo')('first');
      await step('write')(['a', 'b', 'c']);
      const both = await Promise.all([step('echo')('second'), step('failOnce')('third')]);
      await sleep(20);
      return [first, ...both, await hook, await step('echo')('last')];
    },
  },
  steps: {
    echo: (value: unknown) => value,
    failOnce: (value: unknown) => {
      if (getStepMetadata().attempt === 1) throw new Error('not yet');
      return value;
    },
    write: async (chunks: string[]) => {
      const writer = getWritable().getWriter();
      for (const chunk of chunks) await writer.write(chunk);
    },
  },
};

const life = new ProcessLife({ onEnd: () => void process.kill(process.pid, 'SIGKILL') });
const world = await getRuntime().createStore();

/** A step with a point in the life of this process at its beginning and at its end. */
const withPoints =
  (step: (...args: any[]) => unknown) =>
  async (...args: unknown[]) => {
    life.pass('an attempt has begun');
    const result = await step(...args);
    life.pass('an attempt has finished');
    return result;
  };

/** Sends the payload of a run unless it was accepted before, and waits for the end. */
async function finish(runId: RunId): Promise<void> {
  const isSent = async (): Promise<boolean> =>
    (await world.readJournal(runId)).some(({ type }) => type === 'hook_received') ||
    (await world.readInbox(runId)).length > 0;
  if (!(await isSent())) await resumeHook(runId, 'payload');
  await getRun(runId).returnValue;
}

process.once('disconnect', () => process.exit());
setWorld(makeMortal(world, { life, onApplied: () => undefined }));
const steps = Object.entries(CODE.steps!).map(
  ([name, step]) => [name, observeStep(withPoints(step), LEDGER!)] as const,
);
await registerBuild(buildFromFunctions({ ...CODE, steps: Object.fromEntries(steps) }));
await getWorld().start();
// Now, because this process does not live to do it when it ends: the next one starts in a third of the time.
flushCompileCache();
if (PREVIOUS_RUN) await finish(PREVIOUS_RUN as RunId);
if (POINT) {
  life.endAfter(Number(POINT));
  const { runId } = await start({ workflowId: workflowIdOf('main') });
  await finish(runId as RunId);
}
process.send!('survived', () => process.exit());
