/** Runs that wait: for time, for the outside, and what they hold meanwhile. */
import { marks } from '../marks.ts';
import { reachableBytes } from '../reachable-memory.ts';
import { postJson } from '../post-json.ts';
import { gapsBetween, resumeToMark, takeSamples, toMeasured, untilAtRest, untilSettled } from '../samples.ts';
import type { System } from '../system.ts';
import type { Measured, ParamsOf } from '../workload.ts';

const NAP_MS = 100;
/** Part of the limit in which runs are started; the rest is for what follows. */
const STARTING_SHARE = 0.5;

export async function measureNap(system: System, params: ParamsOf<'nap'>, deadlineMs: number): Promise<Measured> {
  const overshoot: number[] = [];
  await takeSamples(params.runs, deadlineMs, async () => {
    marks.clear();
    await system.start('nap', []);
    await marks.reached(2);
    overshoot.push(gapsBetween(marks.times).at(0)! - NAP_MS);
  });
  return toMeasured(overshoot);
}

export async function measureHook(system: System, params: ParamsOf<'hook'>, deadlineMs: number): Promise<Measured> {
  const latency: number[] = [];
  await takeSamples(params.runs, deadlineMs, async () => {
    const token = `hook-${latency.length}`;
    marks.clear();
    await system.start('waitForHook', [1, token]);
    await marks.reached(1);
    await untilAtRest(system, token);
    latency.push(await resumeToMark(system, token));
  });
  return toMeasured(latency);
}

/** From the call of a webhook over HTTP, on a connection that is open, until the step after it begins. */
export async function measureWebhook(
  system: System,
  params: ParamsOf<'webhook'>,
  deadlineMs: number,
): Promise<Measured> {
  const latency: number[] = [];
  await takeSamples(params.runs, deadlineMs, async () => {
    marks.clear();
    await system.start('waitForCall', []);
    const url = await marks.address;
    await untilSettled();
    const begun = performance.now();
    await Promise.all([postJson(url, 1), marks.reached(1)]);
    latency.push(marks.times[0]! - begun);
  });
  return toMeasured(latency);
}

/** Memory of waiting runs: the growth of reachable memory in the process of the workflows, and of all its memory. */
export async function measureWaiting(
  system: System,
  params: ParamsOf<'waiting'>,
  deadlineMs: number,
): Promise<Measured> {
  const startUntil = performance.now() + (deadlineMs - performance.now()) * STARTING_SHARE;
  const before = await readMemory();
  let started = 0;
  while (started < params.runs && performance.now() < startUntil) {
    await system.start('waitForHook', [1, `waiting-${started}`]);
    started += 1;
  }
  await marks.reached(started);
  await untilAtRest(system, `waiting-${started - 1}`);
  const after = await readMemory();
  const figures = {
    heapKbPerRun: (after.reachable - before.reachable) / started / 1000,
    grownRssMb: (after.rss - before.rss) / 1_000_000,
    samples: started,
  };
  return { result: true, figures, done: { run: started } };
}

async function readMemory(): Promise<{ reachable: number; rss: number }> {
  return { reachable: await reachableBytes(), rss: process.memoryUsage.rss() };
}
