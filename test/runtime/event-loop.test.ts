/** The event loop belongs to the application: long work leaves it room, and heeds what comes meanwhile. */
import { describe, expect, it } from 'vitest';
import { getRun, resumeHook } from '../../runtime/entries/api.ts';
import { createWorld } from '../../runtime/entries/runtime.ts';
import { getWorkflowMetadata } from '../../runtime/entries/workflow.ts';
import type { World } from '../../runtime/world/world.ts';
import { countRounds } from '../world/count-rounds.ts';
import { createHarness } from './harness.ts';

const COUNT = 3_000;

const many = {
  workflows: {
    main: async ({ step, createHook }: any, count: number) => {
      const results = await Promise.all(Array.from({ length: count }, (_, n) => step('echo')(n)));
      await createHook({ token: `go on ${count}` });
      return results.length;
    },
  },
  steps: { echo: (n: number) => n },
};

/** A World that notes how many events its largest commit has. */
async function createCountingWorld() {
  const world = await createWorld({ kind: 'memory' });
  const commit = world.commit.bind(world);
  const seen = { eventsMax: 0 };
  world.commit = (asked) => {
    seen.eventsMax = Math.max(seen.eventsMax, asked.events.length);
    return commit(asked);
  };
  return { world, seen };
}

describe('the event loop', () => {
  it('goes round between the results of thousands of steps, and each commit carries some of them', async () => {
    const { world, seen } = await createCountingWorld();
    const { start, untilEvent } = await createHarness(many, { world });
    const run = await start('main', COUNT);
    // A round lets results through for 8 ms: a fast machine has fewer rounds.
    expect(await countRounds(untilEvent(run, 'hook_created'))).toBeGreaterThan(COUNT / 600);
    expect(seen.eventsMax).toBeLessThan(2_000);
    await resumeHook(`go on ${COUNT}`, null);
    await expect(run.returnValue).resolves.toBe(COUNT);
  });

  it('goes round while a long journal is replayed', async () => {
    // In memory, because the event loop also goes round while a disk is waited for.
    const world = await createWorld({ kind: 'memory' });
    const { start, untilEvent } = await createHarness(many, { world, env: { WORKFLOW_LIVE_RUNS: '0' } });
    const rounds: number[] = [];
    for (const count of [1, COUNT]) {
      const run = await start('main', count);
      await untilEvent(run, 'hook_created');
      rounds.push(await countRounds(resumeHook(`go on ${count}`, null).then(() => run.returnValue)));
    }
    // Two events for each step, and about four hundred in a slice.
    expect(rounds[1]! - rounds[0]!).toBeGreaterThan((COUNT * 2) / 500);
  });
});

describe('what comes between two slices is heeded', () => {
  it('a cancel: of thousands of steps that are about to begin, those that had not begun never do', async () => {
    let begun = 0;
    const cancels: Promise<unknown>[] = [];
    const never = Promise.withResolvers<void>();
    const { start } = await createHarness(
      {
        workflows: many.workflows,
        steps: {
          async echo() {
            begun += 1;
            if (cancels.length === 0) cancels.push(getRun(getWorkflowMetadata().workflowRunId).cancel());
            await never.promise;
          },
        },
      },
      { env: { WORKFLOW_CONCURRENCY: '100000', WORKFLOW_LIVE_RUNS: '1000' } },
    );
    const run = await start('main', 12_000);
    await expect(run.returnValue).rejects.toMatchObject({ name: 'WorkflowRunCancelledError' });
    expect(begun).toBeLessThan(12_000);
    await Promise.all(cancels);
    never.resolve();
  });

  it('the end of the process: the next owner replays, and no step runs again', async () => {
    const ran: number[] = [];
    const code = {
      workflows: many.workflows,
      steps: {
        echo(n: number) {
          ran.push(n);
          return n;
        },
      },
    };
    const world = await createWorld({ kind: 'memory' });
    // Two runtimes share it, one after the other.
    const shared: World = new Proxy(world, {
      get(target, name: keyof World) {
        if (name === 'close') return async () => {};
        const member: unknown = target[name];
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const env = { WORKFLOW_LIVE_RUNS: '0' };
    const first = await createHarness(code, { world: shared, env });
    const run = await first.start('main', COUNT);
    await first.untilEvent(run, 'hook_created');
    await resumeHook(`go on ${COUNT}`, null);
    // The replay has begun and is not over.
    for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
    await first.runtime.close();
    const second = await createHarness(code, { world: shared, env });
    await second.untilEvent(run, 'run_completed');
    expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: COUNT }, (_, n) => n));
  });
});
