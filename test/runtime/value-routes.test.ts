/**
 * Random values over every route: arguments and results of workflows and steps, what steps capture and are bound to,
 * payloads, chunks, errors, children and continuations. Each arrives equal, or is refused with its path.
 */
import { expect, it, onTestFinished } from 'vitest';
import { getRun, resumeHook } from '../../runtime/entries/api.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import { clonableValue, expectEqual } from '../clonable-values.ts';
import * as fc from '../fast-check.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness, type Harness } from './harness.ts';

const RUNS = Number(process.env['VALUE_ROUTES'] ?? 40);

/** The value that steps return, throw and write as they have it, without a copy before. */
let original: unknown;

const steps: TestCode['steps'] = {
  make: () => original,
  echo: (value: unknown) => value,
  write: async () => await writeChunk(original),
  fail: Object.assign(
    (value: unknown) => {
      throw Object.assign(new Error('failed'), { value, made: original });
    },
    { maxRetries: 0 },
  ),
};

async function writeChunk(value: unknown): Promise<void> {
  const writer = getWritable({ namespace: 'step' }).getWriter();
  await writer.write({ value });
  writer.releaseLock();
}

const workflows: TestCode['workflows'] = {
  route: async ({ step, startChild, continueAs, createHook, getWritable }, given: unknown, again: unknown) => {
    if (again === undefined) return await continueAs([given, { again: given }]);
    const payload = await createHook({ token: 'routes' });
    const thrown = await step('fail')(given).catch((error: unknown) => error);
    const writer = getWritable({ namespace: 'workflow' }).getWriter();
    await writer.write({ value: given });
    await step('write')();
    const child = await startChild({ workflowId: 'workflow//./test//child' }, [given]);
    return {
      given,
      again: (again as { again: unknown }).again,
      payload,
      thrown: thrown.value,
      made: thrown.made,
      echoed: await step('echo')(given),
      bound: await step('echo').bind(undefined, given)(),
      result: await step('make')(),
      child: await child.returnValue,
    };
  },
  child: async (_, given: unknown) => given,
  refusals: async ({ step, createHook }) => {
    const codes = [];
    for (const name of ['make', 'write']) {
      const error = await step(name)().catch((thrown: unknown) => thrown as Error);
      codes.push(error.message);
    }
    await createHook({ token: 'refusals' });
    return codes;
  },
};

it('every value arrives equal over every route, or is refused with its path on each', async () => {
  const harness = await createHarness({ workflows, steps });
  onTestFinished(() => (original = undefined));
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(clonableValue, async (value) => {
      original = value;
      const path = await pathOfRefusal(harness, value);
      if (path === null) return await expectArrivals(harness, value);
      refused += 1;
      await expectRefusals(harness, value, path);
    }),
    { numRuns: RUNS },
  );
  expect(refused).toBeLessThan(RUNS / 2);
});

/** The path that `start()` names after `args[0]`; `null`: it takes the value. */
async function pathOfRefusal({ start }: Harness, value: unknown): Promise<string | null> {
  try {
    await (
      await start('child', value)
    ).returnValue;
    return null;
  } catch (error) {
    return /^args\[0\](.*?) is /s.exec((error as Error).message)![1]!;
  }
}

async function expectArrivals(harness: Harness, value: unknown): Promise<void> {
  const run = await harness.start('route', value);
  await harness.untilEvent(run, 'hook_created');
  await resumeHook('routes', value);
  const { ...arrived } = (await run.returnValue) as Record<string, unknown>;
  for (const [route, copy] of Object.entries(arrived)) expectEqual({ [route]: copy }, { [route]: value });
  for (const namespace of ['workflow', 'step']) {
    const reader = getRun(run.runId).getReadable({ namespace }).getReader();
    expectEqual((await reader.read()).value, { value });
    await reader.cancel();
  }
}

async function expectRefusals(harness: Harness, value: unknown, path: string): Promise<void> {
  const run = await harness.start('refusals');
  await harness.untilEvent(run, 'hook_created');
  await expect(resumeHook('refusals', value)).rejects.toThrow(`payload${path} is `);
  await resumeHook('refusals', 0);
  const [result, chunk] = (await run.returnValue) as string[];
  expect(result).toContain(`result${path} is `);
  expect(chunk).toContain(`chunk.value${path} is `);
}
