/** The workloads: what is run and what is read from the clock. The same code for every system, in the system's process. */
import { setTimeout as delay } from 'node:timers/promises';
import { marks } from './marks.ts';
import { reachableBytes } from './reachable-memory.ts';
import { mean, median, quantile } from './statistics.ts';
import type { StartedRun, System } from './system.ts';

interface Common {
  /** Names the workload in results. */
  id: string;
  /** For people. */
  title: string;
  /** Whether the system does some work before. */
  warmUp: boolean;
}

export type WorkloadParams = Common &
  (
    | { kind: 'latency'; runs: number }
    | { kind: 'sequence'; steps: number; runs: number }
    | { kind: 'fanOut'; steps: number; runs: number }
    | { kind: 'throughput'; runs: number; inFlight: number }
    | { kind: 'nap'; runs: number }
    | { kind: 'hook'; runs: number }
    | { kind: 'waiting'; runs: number }
    | { kind: 'recordForReplay'; steps: number; runs: number }
    | { kind: 'replay'; steps: number; runs: number }
  );

/** Measured numbers by name; the unit is the end of the name. */
export type Figures = Record<string, number>;

export type WorkloadOutcome =
  | { result: true; figures: Figures; units: number; unit: 'run' | 'step' }
  /** The limit came first. `null`: the process was too busy to tell. */
  | { result: false; stepsBegun: number | null };

type Kind = WorkloadParams['kind'];
type ParamsOf<K extends Kind> = Extract<WorkloadParams, { kind: K }>;
type Measured = Extract<WorkloadOutcome, { result: true }>;

const STEPS_PER_THROUGHPUT_RUN = 3;
const NAP_MS = 100;
/** Time for a run to come to rest at its hook after that was opened, or after the step before it began. */
const SETTLE_MS = 100;
const LOOK_AGAIN_MS = 10;
/** Part of the limit in which workloads of many runs start them; the rest is for what follows. */
const STARTING_SHARE = 0.5;
/** A sample begins only when there is time for it before this part of the limit is over. */
const SAMPLING_SHARE = 0.9;
/** Steps at either end that say whether the cost of a step grows. */
const GROWTH_WINDOW = 100;

/**
 * Runs a workload. Workloads of many samples take as many as fit `limitMs`; one that is a single long run ends
 * without result when the limit comes.
 */
export async function measureWorkload(
  system: System,
  params: WorkloadParams,
  limitMs: number,
): Promise<WorkloadOutcome> {
  const limit = new AbortController();
  const tooLate = delay(limitMs, 'too late' as const, { signal: limit.signal });
  const outcome = await Promise.race([measure(system, params, performance.now() + limitMs * SAMPLING_SHARE), tooLate]);
  if (outcome === 'too late') return { result: false, stepsBegun: marks.times.length };
  limit.abort();
  tooLate.catch(() => {});
  return outcome;
}

function measure(system: System, params: WorkloadParams, deadlineMs: number): Promise<Measured> {
  switch (params.kind) {
    case 'latency':
      return measureLatency(system, params, deadlineMs);
    case 'sequence':
      return measureSequence(system, params, deadlineMs);
    case 'fanOut':
      return measureFanOut(system, params, deadlineMs);
    case 'throughput':
      return measureThroughput(system, params, deadlineMs);
    case 'nap':
      return measureNap(system, params, deadlineMs);
    case 'hook':
      return measureHook(system, params, deadlineMs);
    case 'waiting':
      return measureWaiting(system, params, deadlineMs);
    case 'recordForReplay':
      return recordForReplay(system, params);
    // No other kind is left: a new one does not fit here, which the type check says.
    default:
      return measureReplay(system, params);
  }
}

async function measureLatency(system: System, params: ParamsOf<'latency'>, deadlineMs: number): Promise<Measured> {
  const known: number[] = [];
  const recorded: number[] = [];
  await takeSamples(params.runs, deadlineMs, async () => {
    const end = await runToEnd(system, 'sequence', 1);
    known.push(end.knownMs);
    if (end.recordedMs !== null) recorded.push(end.recordedMs);
  });
  const figures: Figures = { p50Ms: median(known), p99Ms: quantile(known, 0.99), samples: known.length };
  if (recorded.length > 0) {
    figures.recordedP50Ms = median(recorded);
    figures.recordedP99Ms = quantile(recorded, 0.99);
  }
  return { result: true, figures, units: known.length, unit: 'run' };
}

async function measureSequence(system: System, params: ParamsOf<'sequence'>, deadlineMs: number): Promise<Measured> {
  const perStep: number[] = [];
  const growth: number[] = [];
  await takeSamples(params.runs, deadlineMs, async () => {
    marks.clear();
    await runToEnd(system, 'sequence', params.steps);
    const gaps = gapsBetween(marks.times);
    perStep.push(mean(gaps));
    // Medians, because one slow answer of the disk is as long as a hundred steps.
    if (gaps.length > 2 * GROWTH_WINDOW) {
      growth.push(median(gaps.slice(-GROWTH_WINDOW)) / median(gaps.slice(0, GROWTH_WINDOW)));
    }
  });
  const figures: Figures = { perStepMs: median(perStep) };
  if (growth.length > 0) figures.growthRatio = median(growth);
  return { result: true, figures, units: perStep.length * params.steps, unit: 'step' };
}

async function measureFanOut(system: System, params: ParamsOf<'fanOut'>, deadlineMs: number): Promise<Measured> {
  const perStep: number[] = [];
  await takeSamples(params.runs, deadlineMs, async () => {
    const end = await runToEnd(system, 'fanOut', params.steps);
    perStep.push((end.recordedMs ?? end.knownMs) / params.steps);
  });
  return {
    result: true,
    figures: { perStepMs: median(perStep) },
    units: perStep.length * params.steps,
    unit: 'step',
  };
}

async function measureThroughput(
  system: System,
  params: ParamsOf<'throughput'>,
  deadlineMs: number,
): Promise<Measured> {
  const begun = performance.now();
  const startUntil = begun + (deadlineMs - begun) * STARTING_SHARE;
  let started = 0;
  const lane = async () => {
    while (started < params.runs && performance.now() < startUntil) {
      started += 1;
      await runToEnd(system, 'sequence', STEPS_PER_THROUGHPUT_RUN);
    }
  };
  await Promise.all(Array.from({ length: params.inFlight }, lane));
  const seconds = (performance.now() - begun) / 1000;
  const figures = { stepsPerSecond: (started * STEPS_PER_THROUGHPUT_RUN) / seconds, samples: started };
  return { result: true, figures, units: started, unit: 'run' };
}

async function measureNap(system: System, params: ParamsOf<'nap'>, deadlineMs: number): Promise<Measured> {
  const overshoot: number[] = [];
  await takeSamples(params.runs, deadlineMs, async () => {
    marks.clear();
    await system.start('nap', []);
    await marks.reached(2);
    const [gap] = gapsBetween(marks.times);
    overshoot.push(gap! - NAP_MS);
  });
  return samplesOf(overshoot);
}

async function measureHook(system: System, params: ParamsOf<'hook'>, deadlineMs: number): Promise<Measured> {
  const latency: number[] = [];
  await takeSamples(params.runs, deadlineMs, async () => {
    const token = `hook-${latency.length}`;
    marks.clear();
    await system.start('waitForHook', [1, token]);
    await marks.reached(1);
    await untilAtRest(system, token);
    latency.push(await resumeToMark(system, token));
  });
  return samplesOf(latency);
}

/** What a run that waits holds in memory: growth of what is reachable in the process of the workflows. */
async function measureWaiting(system: System, params: ParamsOf<'waiting'>, deadlineMs: number): Promise<Measured> {
  const startUntil = performance.now() + (deadlineMs - performance.now()) * STARTING_SHARE;
  const before = await reachableBytes();
  let started = 0;
  while (started < params.runs && performance.now() < startUntil) {
    await system.start('waitForHook', [1, `waiting-${started}`]);
    started += 1;
  }
  await marks.reached(started);
  await untilAtRest(system, `waiting-${started - 1}`);
  const grownBytes = (await reachableBytes()) - before;
  const figures = { heapKbPerRun: grownBytes / started / 1000, samples: started };
  return { result: true, figures, units: started, unit: 'run' };
}

/** Leaves runs that wait at a hook: long journals and short ones. */
async function recordForReplay(system: System, params: ParamsOf<'recordForReplay'>): Promise<Measured> {
  const begun = performance.now();
  for (const token of replayTokens(params)) {
    marks.clear();
    const steps = token.long ? params.steps : 1;
    await system.start('waitForHook', [steps, token.name]);
    await marks.reached(steps);
    await untilAtRest(system, token.name);
  }
  return { result: true, figures: { recordMs: performance.now() - begun }, units: params.runs, unit: 'run' };
}

/** In a new process: what a run with a long journal takes longer to go on than one with a short journal. */
async function measureReplay(system: System, params: ParamsOf<'replay'>): Promise<Measured> {
  const long: number[] = [];
  const short: number[] = [];
  const [first, ...others] = replayTokens(params);
  // Whoever comes first waits for the sandbox to be made.
  await resumeToMark(system, first!.name);
  for (const token of others) (token.long ? long : short).push(await resumeToMark(system, token.name));
  const figures = { replayMs: median(long) - median(short), resumeLongMs: median(long), resumeShortMs: median(short) };
  return { result: true, figures, units: params.runs, unit: 'run' };
}

/** One short journal more than `runs`, then the long ones. */
function replayTokens({ runs }: { runs: number }): { name: string; long: boolean }[] {
  const short = Array.from({ length: runs + 1 }, (_, i) => ({ name: `replay-short-${i}`, long: false }));
  const long = Array.from({ length: runs }, (_, i) => ({ name: `replay-long-${i}`, long: true }));
  return [...short, ...long];
}

/** Takes `count` samples, or as many as are sure to end before the deadline when each may be as long as the longest. */
async function takeSamples(count: number, deadlineMs: number, takeSample: () => Promise<void>): Promise<void> {
  let longestMs = 0;
  for (let taken = 0; taken < count && performance.now() + longestMs < deadlineMs; taken++) {
    const begun = performance.now();
    await takeSample();
    longestMs = Math.max(longestMs, performance.now() - begun);
  }
}

async function untilAtRest(system: System, token: string): Promise<void> {
  while (!(await system.isOpen(token))) await delay(LOOK_AGAIN_MS);
  await delay(SETTLE_MS);
}

/** Milliseconds from resuming the hook until the step after it begins. */
async function resumeToMark(system: System, token: string): Promise<number> {
  const before = marks.times.length;
  const begun = performance.now();
  await Promise.all([system.resume(token, 1), marks.reached(before + 1)]);
  return marks.times[before]! - begun;
}

/** Times count from just before `start()`; `recordedMs` is `null` where the end is known as soon as it is recorded. */
async function runToEnd(
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

function gapsBetween(times: readonly number[]): number[] {
  return times.slice(1).map((time, i) => time - times[i]!);
}

function samplesOf(values: readonly number[]): Measured {
  const figures = { p50Ms: median(values), p99Ms: quantile(values, 0.99), samples: values.length };
  return { result: true, figures, units: values.length, unit: 'run' };
}
