import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { behaviourOf } from '../../runtime/journal/behaviours.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { getStepMetadata, getWorkflowMetadata } from '../../runtime/entries/workflow.ts';
import { Realm } from '../../runtime/replay/realm.ts';
import { replayJournal } from '../../runtime/replay/replay-journal.ts';
import { buildFromFunctions, fromText, type TestCode } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const ends = new Map<string, PromiseWithResolvers<void>>();
function endOfQuick(runId: string): PromiseWithResolvers<void> {
  const end = ends.get(runId) ?? Promise.withResolvers<void>();
  ends.set(runId, end);
  return end;
}

const code: TestCode = {
  workflows: {
    race: async ({ step }) => {
      const first = await Promise.race([step('slower')('a'), step('quick')('b')]);
      return [first, await step('quick')('after')];
    },
    any: async ({ step }) => await Promise.any([step('fail')('x'), step('slower')('a'), step('quick')('b')]),
    allSettled: async ({ step }) => {
      const outcomes = await Promise.allSettled([step('fail')('x'), step('quick')('b')]);
      return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message));
    },
    timeout: async ({ step, sleep }) => await Promise.race([step('held')(), sleep(1).then(() => 'timed out')]),
    concurrent: async ({ step }) => {
      const log: string[] = [];
      const branch = async (name: string, kinds: string[]) => {
        for (const kind of kinds) log.push(await step(kind)(`${name}:${kind}`));
      };
      await Promise.all([branch('one', ['slow', 'quick']), branch('two', ['quick', 'slow', 'quick'])]);
      return log.toSorted();
    },
    iterate: async ({ step }) => {
      async function* results() {
        for (const name of ['a', 'b', 'c']) yield step('quick')(name);
      }
      const seen: string[] = [];
      for await (const value of results()) seen.push(value);
      return seen;
    },
    // As text, because the test runner would rewrite `await using` with functions of its own.
    dispose: fromText(`async ({ step }) => {
      const order = [];
      {
        await using _resource = { [Symbol.asyncDispose]: async () => void order.push(await step('quick')('closed')) };
        order.push(await step('quick')('used'));
      }
      return order;
    }`),
    abort: async ({ step, globals }) => {
      const { AbortSignal, queueMicrotask } = globals;
      let ticks = 0;
      queueMicrotask(() => ticks++);
      const signal = AbortSignal.timeout(2);
      await step('slow')('a');
      await new Promise((resolve) => (signal.aborted ? resolve(null) : signal.addEventListener('abort', resolve)));
      return [signal.aborted, signal.reason.name, ticks];
    },
  },
  steps: {
    slow: async (name: string) => {
      await after(25);
      return name;
    },
    // However busy the machine is, it ends after a quick one of its run.
    slower: async (name: string) => {
      await endOfQuick(getWorkflowMetadata().workflowRunId).promise;
      await after(25);
      return name;
    },
    quick: (name: string) => {
      endOfQuick(getWorkflowMetadata().workflowRunId).resolve();
      return name;
    },
    // However busy the machine is, it ends after the run.
    held: async () => {
      const { signal } = getStepMetadata();
      await once(signal, 'abort');
    },
    fail: Object.assign(
      (name: string) => {
        throw new Error(`failed ${name}`);
      },
      { maxRetries: 0 },
    ),
  },
};

const EXPECTED: [workflow: string, result: unknown][] = [
  ['race', ['b', 'after']],
  ['any', 'b'],
  ['allSettled', ['failed x', 'b']],
  ['timeout', 'timed out'],
  ['concurrent', ['one:quick', 'one:slow', 'two:quick', 'two:quick', 'two:slow']],
  ['iterate', ['a', 'b', 'c']],
  ['dispose', ['used', 'closed']],
  ['abort', [true, 'TimeoutError', 1]],
];

describe('concurrent code', () => {
  it.each(EXPECTED)('%s gives the same result live and replayed at every suspension', async (workflow, result) => {
    for (const liveRuns of ['1000', '0']) {
      const { start, runtime } = await createHarness(code, { env: { WORKFLOW_LIVE_RUNS: liveRuns } });
      await expect((await start(workflow)).returnValue).resolves.toEqual(result);
      await runtime.close();
    }
  });

  it.each(EXPECTED)('%s asks for the same again when its journal is replayed', async (workflow) => {
    const { start, journal } = await createHarness(code);
    const run = await start(workflow);
    await run.returnValue;
    const recorded = await journal(run);
    const [created] = recorded;
    if (created?.type !== 'run_created') throw new Error('a journal begins with run_created');
    const realm = new Realm(buildFromFunctions(code).bundle, { baseUrl: () => '', print: () => {} });
    const runId = run.runId as RunId;
    const { workflowId, seed, payload } = created;
    const sandbox = realm.openRun({
      runId,
      workflowId,
      seed,
      behaviour: behaviourOf(created),
      input: payload,
      patches: [],
    });
    expect(replayJournal(runId, sandbox, recorded)).toBeNull();
  });
});
