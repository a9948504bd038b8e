/** Two servers on one store: one takes requests, the other works. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getRun, resumeHook } from '../../runtime/entries/api.ts';
import { createWorld } from '../../runtime/entries/runtime.ts';
import { getStepMetadata, getWritable } from '../../runtime/entries/workflow.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness, type Harness } from './harness.ts';

const code: TestCode = {
  workflows: {
    main: async ({ createHook, step }, token: string) => {
      const seen: unknown[] = [];
      for await (const payload of createHook({ token })) {
        seen.push(await step('double')(payload));
        if (seen.length === 3) return seen;
      }
    },
    endless: async ({ step }) => await step('hang')(),
  },
  steps: {
    double: async (n: number) => {
      const writer = getWritable().getWriter();
      await writer.write(`doubling ${n}`);
      return n * 2;
    },
    hang: async () => {
      const { signal } = getStepMetadata();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  },
};

function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'workflow-test-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** A worker, and a producer through which the API of this process goes. */
async function startServers(): Promise<Harness> {
  const dataDir = createDataDir();
  await createHarness(code, { world: await createWorld({ kind: 'sqlite', dataDir }) });
  const world = await createWorld({ kind: 'sqlite', dataDir });
  return await createHarness(code, { world, env: { WORKFLOW_ROLE: 'producer' } });
}

describe('a step that runs when its server is told to end', () => {
  it('is finished and its result kept, so that it does not run again', async () => {
    const dataDir = createDataDir();
    const begun: number[] = [];
    const finish = Promise.withResolvers<void>();
    const code: TestCode = {
      workflows: { main: async ({ step }) => [await step('work')(1), await step('work')(2)] },
      steps: {
        work: async (n: number) => {
          begun.push(n);
          await finish.promise;
          return n;
        },
      },
    };
    const first = await createHarness(code, { world: await createWorld({ kind: 'sqlite', dataDir }) });
    const { runId } = await first.start('main');
    await expect.poll(() => begun).toEqual([1]);
    const closed = first.runtime.close();
    finish.resolve();
    await closed;
    expect(begun).toEqual([1]);

    await createHarness(code, { world: await createWorld({ kind: 'sqlite', dataDir }) });
    await expect(getRun(runId).returnValue).resolves.toEqual([1, 2]);
    expect(begun).toEqual([1, 2]);
  });
});

describe('a run that waits while its server is restarted', () => {
  it('gets a payload that comes in the very moment in which it is taken up', async () => {
    const dataDir = createDataDir();
    const waiting: TestCode = {
      workflows: {
        main: async ({ createHook }) => {
          const hook = createHook({ token: 'moment' });
          return [await hook, await hook];
        },
      },
    };
    const first = await createHarness(waiting, { world: await createWorld({ kind: 'sqlite', dataDir }) });
    const { runId } = await first.start('main');
    await first.untilEvent({ runId }, 'hook_created');
    await first.runtime.close();

    const world = await createWorld({ kind: 'sqlite', dataDir });
    const { claimDue } = world;
    world.claimDue = async (...args) => {
      const claimed = await claimDue.apply(world, args);
      for (let i = 0; i < claimed.length; i++) await resumeHook('moment', 'second');
      return claimed;
    };
    await createHarness(waiting, { world, env: { WORKFLOW_LIVE_RUNS: '1000' } });
    await resumeHook('moment', 'first');
    await expect(getRun(runId).returnValue).resolves.toEqual(['first', 'second']);
  });
});

describe('a run that is started on one server and executed by another', () => {
  it('gets its payloads in order, and its stream and result come back', async () => {
    const { start, untilEvent } = await startServers();
    const run = await start('main', 'across');
    await untilEvent(run, 'hook_created');
    for (const n of [1, 2, 3]) await resumeHook('across', n);
    const chunks: unknown[] = [];
    for await (const chunk of run.readable) chunks.push(chunk);
    expect(chunks).toEqual(['doubling 1', 'doubling 2', 'doubling 3']);
    await expect(run.returnValue).resolves.toEqual([2, 4, 6]);
  });

  it('can be cancelled, and its running step is told', async () => {
    const { start, untilEvent } = await startServers();
    const run = await start('endless');
    await untilEvent(run, 'step_created');
    await run.cancel({ reason: 'enough' });
    await expect(run.returnValue).rejects.toMatchObject({ name: 'WorkflowRunCancelledError', reason: 'enough' });
  });
});
