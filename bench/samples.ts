/** Taking the same measurement many times, and what workloads measure in more than one place. */
import { setTimeout as delay } from 'node:timers/promises';
import { marks } from './marks.ts';
import { median, quantile } from './statistics.ts';
import type { StartedRun, System } from './system.ts';
import type { Measured } from './workload.ts';

/** Time for a run to come to rest at its hook after that was opened, or after the step before it began. */
const SETTLE_MS = 100;
const LOOK_AGAIN_MS = 10;

/** Takes `count` samples, or as many as are sure to end before the deadline when each may be as long as the longest. */
export async function takeSamples(count: number, deadlineMs: number, takeSample: () => Promise<void>): Promise<void> {
  let longestMs = 0;
  for (let taken = 0; taken < count && performance.now() + longestMs < deadlineMs; taken++) {
    const begun = performance.now();
    await takeSample();
    longestMs = Math.max(longestMs, performance.now() - begun);
  }
}

/** The result of a workload whose samples are times. */
export function toMeasured(timesMs: readonly number[]): Measured {
  const figures = { p50Ms: median(timesMs), p99Ms: quantile(timesMs, 0.99), samples: timesMs.length };
  return { result: true, figures, done: { run: timesMs.length } };
}

export function gapsBetween(times: readonly number[]): number[] {
  return times.slice(1).map((time, i) => time - times[i]!);
}

/** Times count from just before `start()`; `recordedMs` is `null` where the end is known as soon as it is recorded. */
export async function runToEnd(
  system: System,
  workflow: 'sequence' | 'fanOut',
  steps: number,
): Promise<{ knownMs: number; recordedMs: number | null }> {
  const begunAt = Date.now();
  const begun = performance.now();
  const run: StartedRun = await system.start(workflow, [steps]);
  await run.result();
  const knownMs = performance.now() - begun;
  const recordedEndMs = await run.recordedEndMs?.();
  return { knownMs, recordedMs: recordedEndMs === undefined ? null : recordedEndMs - begunAt };
}

/** Resolves when a run has opened its hook and had time to come to rest there. */
export async function untilAtRest(system: System, token: string): Promise<void> {
  while (!(await system.isOpen(token))) await delay(LOOK_AGAIN_MS);
  await untilSettled();
}

/** Gives a run time to come to rest, and so the disk. */
export async function untilSettled(): Promise<void> {
  await delay(SETTLE_MS);
}

/** Milliseconds from resuming the hook until the step after it begins. */
export async function resumeToMark(system: System, token: string): Promise<number> {
  const before = marks.times.length;
  const begun = performance.now();
  await Promise.all([system.resume(token, 1), marks.reached(before + 1)]);
  return marks.times[before]! - begun;
}
