/** Which workloads a bench runs, in order. */
import type { WorkloadParams } from './workloads.ts';

export interface PlannedWorkload {
  params: WorkloadParams;
  /** Runs before it on the same store, in a process of its own. */
  prepare?: WorkloadParams;
  /** Only ours is measured: the peers offer no way to see it from outside. */
  oursOnly?: true;
}

/** `quick`: small numbers, which show that everything runs and say little about speed. */
export type PlanSize = 'full' | 'quick';

interface Sizes {
  latencyRuns: number;
  sequences: { steps: number; runs: number }[];
  fanOuts: { steps: number; runs: number }[];
  throughputRuns: number;
  inFlight: number;
  napRuns: number;
  hookRuns: number;
  waitingRuns: number;
  replaySteps: number;
  replayRuns: number;
}

const SIZES: Record<PlanSize, Sizes> = {
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
    throughputRuns: 1000,
    inFlight: 100,
    napRuns: 50,
    hookRuns: 100,
    waitingRuns: 500,
    replaySteps: 1000,
    replayRuns: 5,
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
    replaySteps: 50,
    replayRuns: 2,
  },
};

export function planWorkloads(size: PlanSize): PlannedWorkload[] {
  const sizes = SIZES[size];
  return [
    warm({ id: 'latency', title: 'one-step run, start() → result', kind: 'latency', runs: sizes.latencyRuns }),
    ...sizes.sequences.map(({ steps, runs }) =>
      warm({ id: `sequence-${steps}`, title: `${steps} steps, one after another`, kind: 'sequence', steps, runs }),
    ),
    ...sizes.fanOuts.map(({ steps, runs }) =>
      warm({ id: `fan-out-${steps}`, title: `Promise.all of ${steps} steps`, kind: 'fanOut', steps, runs }),
    ),
    planThroughput(sizes),
    warm({ id: 'nap', title: 'sleep(100 ms), overshoot', kind: 'nap', runs: sizes.napRuns }),
    warm({ id: 'hook', title: 'hook resumed → next step begins', kind: 'hook', runs: sizes.hookRuns }),
    warm({ id: 'waiting', title: 'runs that wait at a hook', kind: 'waiting', runs: sizes.waitingRuns }),
    planReplay(sizes),
  ];
}

function planThroughput({ throughputRuns: runs, inFlight }: Sizes): PlannedWorkload {
  const title = `${runs} runs of 3 steps, ${inFlight} in flight`;
  return warm({ id: 'throughput', title, kind: 'throughput', runs, inFlight });
}

/** Not warm: what counts is a process that has just begun. */
function planReplay({ replaySteps: steps, replayRuns: runs }: Sizes): PlannedWorkload {
  const common = { steps, runs, warmUp: false };
  return {
    params: { ...common, id: 'replay', title: `replay of ${steps} steps`, kind: 'replay' },
    prepare: { ...common, id: 'replay-record', title: 'journals to replay', kind: 'recordForReplay' },
    oursOnly: true,
  };
}

type WithoutWarmUp<Params> = Params extends unknown ? Omit<Params, 'warmUp'> : never;

function warm(params: WithoutWarmUp<WorkloadParams>): PlannedWorkload {
  return { params: { ...params, warmUp: true } };
}
