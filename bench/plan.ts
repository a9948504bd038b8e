/** Which workloads a bench runs, in order. */
import type { WorkloadParams } from './workload.ts';

export interface PlannedWorkload {
  params: WorkloadParams;
  /** Runs before it on the same store, in a process of its own. */
  prepare?: WorkloadParams;
  /** Only ours is measured: the peers offer no way to see it from outside, or need minutes for it. */
  oursOnly?: true;
  /** Settings of the system that differ from its defaults, as variables of its environment. */
  environment?: Record<string, string>;
}

/**
 * `quick`: small numbers, which show that everything runs and say little about speed. `long`: one workload that shows
 * what only very many runs show.
 */
export type PlanSize = 'full' | 'quick' | 'long';

interface Sizes {
  latencyRuns: number;
  sequences: { steps: number; runs: number }[];
  fanOuts: { steps: number; runs: number }[];
  throughputRuns: number;
  inFlight: number;
  napRuns: number;
  hookRuns: number;
  waitingRuns: number;
  liveRuns: number;
  streams: { chunks: number; runs: number }[];
  replays: { steps: number; runs: number }[];
  /** Too long for the peers. */
  longSequence: { steps: number; runs: number };
}

const SIZES: Record<Exclude<PlanSize, 'long'>, Sizes> = {
  full: {
    latencyRuns: 200,
    sequences: [
      { steps: 10, runs: 10 },
      { steps: 100, runs: 5 },
      { steps: 1000, runs: 5 },
    ],
    fanOuts: [
      { steps: 100, runs: 5 },
      { steps: 1000, runs: 5 },
    ],
    throughputRuns: 3000,
    inFlight: 100,
    napRuns: 100,
    hookRuns: 100,
    waitingRuns: 500,
    liveRuns: 5000,
    streams: [
      { chunks: 1000, runs: 5 },
      { chunks: 10_000, runs: 5 },
    ],
    replays: [
      { steps: 1000, runs: 5 },
      { steps: 10_000, runs: 3 },
    ],
    longSequence: { steps: 10_000, runs: 3 },
  },
  quick: {
    latencyRuns: 10,
    sequences: [{ steps: 10, runs: 3 }],
    fanOuts: [{ steps: 10, runs: 3 }],
    throughputRuns: 30,
    inFlight: 10,
    napRuns: 3,
    hookRuns: 5,
    waitingRuns: 20,
    liveRuns: 50,
    streams: [{ chunks: 100, runs: 2 }],
    replays: [{ steps: 50, runs: 2 }],
    longSequence: { steps: 100, runs: 2 },
  },
};

export function planWorkloads(size: keyof typeof SIZES): PlannedWorkload[] {
  const sizes = SIZES[size];
  return [
    warm({ id: 'latency', title: 'one-step run, start() → result', kind: 'latency', runs: sizes.latencyRuns }),
    ...sizes.sequences.map(planSequence),
    { ...planSequence(sizes.longSequence), oursOnly: true },
    ...sizes.fanOuts.map(({ steps, runs }) =>
      warm({ id: `fan-out-${steps}`, title: `Promise.all of ${steps} steps`, kind: 'fanOut', steps, runs }),
    ),
    planThroughput(sizes),
    warm({ id: 'nap', title: 'sleep(100 ms), overshoot', kind: 'nap', runs: sizes.napRuns }),
    warm({ id: 'hook', title: 'hook resumed → next step begins', kind: 'hook', runs: sizes.hookRuns }),
    warm({
      id: 'webhook',
      title: 'webhook called over HTTP → next step begins',
      kind: 'webhook',
      runs: sizes.hookRuns,
    }),
    ...sizes.streams.map(({ chunks, runs }) =>
      warm({
        id: `stream-${chunks}`,
        title: `${chunks} chunks of 100 bytes, written and read`,
        kind: 'stream',
        chunks,
        runs,
      }),
    ),
    warm({ id: 'waiting', title: 'runs that wait at a hook', kind: 'waiting', runs: sizes.waitingRuns }),
    planLive(sizes),
    ...sizes.replays.map(planReplay),
  ];
}

/** Whether the memory of a process stays what it is, however many runs it has seen. */
export function planEndurance(runs: number): PlannedWorkload[] {
  const title = `${runs} runs of 3 steps: memory`;
  const { inFlight } = SIZES.full;
  return [{ ...warm({ id: 'endurance', title, kind: 'endurance', runs, inFlight }), oursOnly: true }];
}

function planSequence({ steps, runs }: { steps: number; runs: number }): PlannedWorkload {
  return warm({ id: `sequence-${steps}`, title: `${steps} steps, one after another`, kind: 'sequence', steps, runs });
}

/** All of them stay in memory, which by default only so many do. */
function planLive({ liveRuns: runs }: Sizes): PlannedWorkload {
  const title = `${runs} runs that wait at a hook, in memory`;
  const environment = { WORKFLOW_LIVE_RUNS: String(2 * runs) };
  return { ...warm({ id: 'live', title, kind: 'waiting', runs }), oursOnly: true, environment };
}

function planThroughput({ throughputRuns: runs, inFlight }: Sizes): PlannedWorkload {
  const title = `${runs} runs of 3 steps, ${inFlight} in flight`;
  return warm({ id: 'throughput', title, kind: 'throughput', runs, inFlight });
}

/** Not warm: what counts is a process that has just begun. */
function planReplay({ steps, runs }: { steps: number; runs: number }): PlannedWorkload {
  const common = { steps, runs, warmUp: false };
  return {
    params: { ...common, id: `replay-${steps}`, title: `replay of ${steps} steps`, kind: 'replay' },
    prepare: { ...common, id: `replay-record-${steps}`, title: 'journals to replay', kind: 'recordForReplay' },
    oursOnly: true,
  };
}

type WithoutWarmUp<Params> = Params extends unknown ? Omit<Params, 'warmUp'> : never;

function warm(params: WithoutWarmUp<WorkloadParams>): PlannedWorkload {
  return { params: { ...params, warmUp: true } };
}
