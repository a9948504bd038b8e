import { describe, expect, it } from 'vitest';
import { behaviourOf } from '../../runtime/journal/behaviours.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { Realm } from '../../runtime/replay/realm.ts';
import { replayJournal } from '../../runtime/replay/replay-journal.ts';
import { buildFromFunctions, type TestCode } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

type Workflow = TestCode['workflows'][string];

const steps = { first: () => 1, second: () => 2 };
const recorded: Workflow = async ({ step, sleep }) => {
  await step('first')();
  await sleep(0);
  return await step('second')();
};

/** Records a run of `recorded`, then replays its journal against other code. */
async function replayWith(main: Workflow): Promise<Error | null> {
  const { start, journal } = await createHarness({ workflows: { main: recorded }, steps });
  const run = await start('main');
  await run.returnValue;
  const events = await journal(run);
  const created = events[0]!;
  if (created.type !== 'run_created') throw new Error('a journal begins with run_created');
  const realm = new Realm(buildFromFunctions({ workflows: { main } }).bundle, { baseUrl: () => '', print: () => {} });
  const runId = run.runId as RunId;
  const { workflowId, seed, payload } = created;
  return replayJournal(
    runId,
    realm.openRun({ runId, workflowId, seed, behaviour: behaviourOf(created), input: payload, patches: [] }),
    events,
  );
}

describe('code that no longer fits the journal of a run', () => {
  it.each<[string, Workflow, RegExp]>([
    [
      'another step',
      async ({ step }) => await step('second')(),
      /has a call of the step ".*first", .* asked for a call of the step ".*second"/,
    ],
    ['another kind of call', async ({ sleep }) => await sleep(5), /event 3 .* asked for a sleep/],
    ['an early end', async () => 1, /asked for the end of the run \(completed\)/],
    [
      'nothing where something was',
      async ({ step }) => {
        await step('first')();
        await new Promise(() => {});
      },
      /has a sleep, the code asked for nothing/,
    ],
    [
      'one more step at the end',
      async ({ step, sleep }) => {
        await step('first')();
        await sleep(0);
        await step('second')();
        await step('first')();
      },
      /has the end of the run \(completed\), the code asked for a call of the step/,
    ],
  ])('is found out: %s', async (_, workflow, message) => {
    const diverged = await replayWith(workflow);
    expect(diverged).toMatchObject({ code: 'run_diverged', message: expect.stringMatching(message) });
  });

  it('is accepted when it asks for the same with other arguments', async () => {
    const same: Workflow = async ({ step, sleep }) => {
      const renamed = await step('first')('an argument');
      await sleep('3d');
      return (await step('second')()) ?? renamed;
    };
    await expect(replayWith(same)).resolves.toBeNull();
  });

  it('parks the run when its workflow is gone from the build', async () => {
    const harness = await createHarness({ workflows: {} });
    const run = await harness.start('main');
    for (;;) {
      const record = await harness.world.readRun(run.runId as RunId);
      if (record?.parked) {
        expect(record.parked).toMatchObject({
          code: 'workflow_code_missing',
          message: expect.stringContaining('The workflow "main" (./test) is not in the build'),
        });
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await harness.deploy({ workflows: { main: recorded }, steps });
    await expect(run.returnValue).resolves.toBe(2);
  });
});
