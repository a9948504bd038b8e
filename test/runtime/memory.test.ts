/**
 * Nothing stays in memory of a run that has ended or that this process has given back, whatever it waited for. Each
 * kind of wait is gone through by many runs; what is reachable afterwards must not grow with their number.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reachableBytes } from '../../bench/reachable-memory.ts';
import { createHandler } from '../../runtime/entries/runtime.ts';
import { getStepMetadata, getWritable, heartbeat, RetryableError } from '../../runtime/entries/workflow.ts';
import { deleteRun, getRun, resumeHook, start, type Run } from '../../runtime/entries/api.ts';
import type { StartOptions } from '../../runtime/values/start-options.ts';
import { gatherWrites } from '../../runtime/steps/written-chunks.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { createWorld } from '../../runtime/world/open.ts';
import type { World } from '../../runtime/world/world.ts';
import { workflowIdOf, type TestCode } from './build-from-functions.ts';
import { createHarness, type Harness, type HarnessOptions } from './harness.ts';

const ROUND_RUNS = 40;
const ROUNDS = 5;
/** The argument of each run: what holds on to a run holds on to this. */
const BALLAST = 'x'.repeat(20_000);
/** Runs of a round that have a history of fifteen ballasts. */
const HISTORY_ROUND_RUNS = 10;
/** Less than the ballast, and more than the tables of V8 grow by themselves. */
const BYTES_PER_RUN_MAX = 5_000;

/**
 * Bytes that stay for each run of a round: the median of some rounds, because V8 compiles and collects when it likes.
 */
async function bytesPerRun(playRound: () => Promise<unknown>): Promise<number> {
  const grown: number[] = [];
  let before = 0;
  // The first rounds fill caches.
  for (let round = -2; round < ROUNDS; round++) {
    await playRound();
    const reachable = await reachableBytes();
    if (round >= 0) grown.push((reachable - before) / ROUND_RUNS);
    before = reachable;
  }
  return grown.toSorted((a, b) => a - b)[ROUNDS >> 1]!;
}

/** The run has ended, however it did. */
const settled = (run: Run<any>): Promise<unknown> => run.returnValue.catch(() => {});

const times = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: ROUND_RUNS }, make));

/** Its runs are not in the memory of this process. */
async function createSqliteWorld(): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'workflow-memory-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return await createWorld({ kind: 'sqlite', dataDir });
}

interface Wait extends TestCode, HarnessOptions {
  options?: StartOptions;
  /** Brings a run to its end. Default: it ends by itself. */
  play?(run: Run<any>, harness: Harness): Promise<unknown>;
}

const quick = { work: () => 'done' };

const WAITS: Record<string, Wait> = {
  'a sleep that lost a race': {
    workflows: { main: async ({ sleep, step }) => await Promise.race([sleep('1d'), step('work')()]) },
    steps: quick,
  },
  'a sleep that was woken from outside': {
    workflows: { main: async ({ sleep }) => await sleep('1d') },
    play: async (run, { untilEvent }) => {
      await untilEvent(run, 'wait_created');
      await run.wakeUp();
    },
  },
  'a hook that nobody resumed': {
    workflows: {
      main: async ({ createHook, step }) => await Promise.race([createHook(), step('work')()]),
    },
    steps: quick,
  },
  'a hook that was resumed': {
    workflows: { main: async ({ createHook }) => await createHook() },
    play: async (run, { untilEvent, world }) => {
      const created = (await untilEvent(run, 'hook_created')).find((event) => event.type === 'hook_created')!;
      await world.deliverToHook(created.token, '[1]', Date.now());
    },
  },
  'a webhook whose caller waits for the answer': {
    workflows: {
      main: async ({ createWebhook }) => {
        const request = await createWebhook({ respondWith: 'manual' });
        await request.respondWith(new Response('hello'));
      },
    },
    play: async (run, { untilEvent, runtime }) => {
      const created = (await untilEvent(run, 'hook_created')).find((event) => event.type === 'hook_created')!;
      const url = `${runtime.baseUrl}/.well-known/workflow/v1/webhook/${created.token}`;
      const response = await createHandler()(new Request(url, { method: 'POST', body: 'x' }));
      await response.text();
    },
  },
  'a child, and one that nobody waits for': {
    workflows: {
      main: async ({ startChild }, ballast: string) => {
        const child = await startChild({ workflowId: 'workflow//./test//child' }, [ballast, 0]);
        await startChild({ workflowId: 'workflow//./test//child' }, [ballast, '1d'], { detached: true });
        return await child.returnValue;
      },
      child: async ({ sleep }, _ballast, time: number) => await sleep(time),
    },
    play: async (run, { world }) => {
      await run.returnValue;
      const { runs } = await world.listRuns({ parent: run.runId as RunId, limit: 9 });
      for (const child of runs.map(({ runId }) => getRun(runId))) {
        await child.cancel().catch(() => {});
        await settled(child);
        await deleteRun(child.runId);
      }
    },
  },
  'a retry in a day': {
    workflows: {
      main: async ({ step }) => await Promise.race([step('later')(), step('work')().then(() => step('work')())]),
    },
    steps: {
      ...quick,
      later: () => {
        throw new RetryableError('later', { retryAfter: '1d' });
      },
    },
  },
  'a step with time limits and heartbeats': {
    workflows: { main: async ({ step }) => await step('limited')() },
    steps: {
      limited: Object.assign(() => heartbeat({ at: 1 }), { timeout: '1d', heartbeatTimeout: '1h' }),
    },
  },
  'a step that is aborted with its run': {
    workflows: { main: async ({ step }) => await step('hold')() },
    steps: {
      hold: Object.assign(
        () =>
          new Promise((_, reject) => {
            const { signal } = getStepMetadata();
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
        { timeout: '1d' },
      ),
    },
    play: async (run, { untilEvent }) => {
      await untilEvent(run, 'step_started');
      await run.cancel();
    },
  },
  'the grace period of a cancel': {
    workflows: {
      main: async ({ sleep, step }) => {
        try {
          await sleep('1d');
        } finally {
          await step('work')();
        }
      },
    },
    steps: quick,
    play: async (run, { untilEvent }) => {
      await untilEvent(run, 'wait_created');
      await run.cancel({ reason: 'enough' });
    },
  },
  'a run with a time limit': {
    workflows: { main: async ({ step }) => await step('work')() },
    steps: quick,
    options: { timeout: '1d' },
  },
  'a pause': {
    workflows: { main: async ({ sleep, createHook }) => await Promise.race([sleep('1d'), createHook()]) },
    play: async (run, { untilEvent }) => {
      await untilEvent(run, 'wait_created');
      await run.pause();
      await untilEvent(run, 'run_paused');
      await run.resume();
      await untilEvent(run, 'run_resumed');
      await run.cancel();
    },
  },
  'streams with readers, gathered writes and one that is read to half': {
    workflows: { main: async ({ step }) => await step('write')() },
    steps: {
      write: async () => {
        const writable = getWritable<string>();
        gatherWrites(writable);
        const writer = writable.getWriter();
        await writer.write('a');
        await writer.write('b');
        await writer.close();
      },
    },
    play: async (run) => {
      const half = run.getReadable().getReader();
      await half.read();
      await half.cancel();
      for await (const chunk of run.readable) void chunk;
    },
  },
  'abort signals of the workflow': {
    workflows: {
      main: async ({ step }) => {
        const controller = new AbortController();
        const signals = [controller.signal, AbortSignal.timeout(86_400_000)];
        const running = step('untilAborted')(AbortSignal.any(signals));
        controller.abort('enough');
        return await running;
      },
    },
    steps: {
      untilAborted: (signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          if (signal.aborted) resolve();
          signal.addEventListener('abort', () => resolve());
        }),
    },
  },
  'patches and stored lists': {
    workflows: {
      main: async ({ patched, openStoredList, step }) => {
        patched('change');
        const list = openStoredList<string>('texts');
        return await step('work')(list.pick([list.add('x'), list.add('y')]));
      },
    },
    steps: quick,
    // Texts of lists are kept up to a limit; here a run replays, and reads them again.
    env: { WORKFLOW_LIVE_RUNS: '0' },
  },
  'runs that begin anew': {
    workflows: {
      main: async ({ sleep, step, createHook, continueAs }, ballast: string, round: number) => {
        void sleep('1d');
        void createHook();
        await step('work')();
        if (round < 5) return await continueAs([ballast, round + 1]);
      },
    },
    steps: quick,
  },
};

describe('memory does not grow with runs that have ended, after', () => {
  it.each(Object.entries(WAITS))('%s', async (_, { options = {}, play = async () => {}, env, ...code }) => {
    const harness = await createHarness(code, { ...(env && { env }) });
    const playRun = async (): Promise<void> => {
      const run = await start({ workflowId: workflowIdOf('main') }, [BALLAST, 1] as never, options);
      await play(run, harness);
      await settled(run);
      await deleteRun(run.runId);
    };
    expect(await bytesPerRun(() => times(playRun))).toBeLessThan(BYTES_PER_RUN_MAX);
  });
});

it('memory does not grow with the builds that were deployed', async () => {
  const main: TestCode['workflows'][string] = async ({ sleep }) => await sleep(0);
  const harness = await createHarness({ workflows: { main } }, { world: await createSqliteWorld() });
  let version = 0;
  const deployBuilds = async (): Promise<void> => {
    for (let i = 0; i < 8; i++) {
      await harness.deploy({ workflows: { main }, version: String(version++) });
      await (
        await harness.start('main', BALLAST)
      ).returnValue;
    }
  };
  expect(await bytesPerRun(deployBuilds)).toBeLessThan(BYTES_PER_RUN_MAX);
});

describe('memory does not grow with runs that have not ended, after', () => {
  it('they were given back to the store, asleep', async () => {
    const harness = await createHarness(
      { workflows: { main: async ({ sleep }) => await sleep('1d') } },
      { world: await createSqliteWorld(), env: { WORKFLOW_LIVE_RUNS: '20' } },
    );
    const sleepers = await bytesPerRun(() => times(() => harness.start('main', BALLAST)));
    expect(sleepers).toBeLessThan(BYTES_PER_RUN_MAX);
  });

  it('nobody waits for their results and streams any more', async () => {
    const harness = await createHarness(
      { workflows: { main: async ({ createHook }) => await createHook() } },
      { world: await createSqliteWorld(), env: { WORKFLOW_LIVE_RUNS: '0' } },
    );
    const leave = async (): Promise<void> => {
      const run = await harness.start('main', BALLAST);
      const reader = run.getReadable().getReader();
      const read = reader.read();
      await reader.cancel();
      await read;
    };
    expect(await bytesPerRun(() => times(leave))).toBeLessThan(BYTES_PER_RUN_MAX);
  });

  it('another process took them up: nothing of their history stays', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'workflow-memory-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const code: TestCode = {
      workflows: {
        main: async ({ step, createHook, sleep }, token: string) => {
          for (let i = 0; i < 15; i++) await step('large')();
          await createHook({ token });
          await sleep('1d');
        },
      },
      steps: { large: () => BALLAST },
    };
    const connect = (): Promise<World> => createWorld({ kind: 'sqlite', dataDir });
    const names = Array.from({ length: HISTORY_ROUND_RUNS * (ROUNDS + 2) }, (_, i) => `run ${i}`);
    const first = await createHarness(code, { world: await connect() });
    for (const name of names) await first.untilEvent(await first.start('main', name), 'hook_created');
    await first.runtime.close();
    const { world, untilEvent } = await createHarness(code, { world: await connect() });
    let next = 0;
    const resumeSome = async (): Promise<void> => {
      for (const name of names.slice(next, (next += HISTORY_ROUND_RUNS))) {
        const { runId } = (await world.findHook(name))!;
        await resumeHook(name, null);
        await untilEvent({ runId }, 'wait_created');
      }
    };
    const bytes = (await bytesPerRun(resumeSome)) * (ROUND_RUNS / HISTORY_ROUND_RUNS);
    expect(bytes).toBeLessThan(BALLAST.length * 9);
  });
});
