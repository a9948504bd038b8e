/** Which workloads a bench runs, in order. */
import type { WorkloadParams } from './workloads.ts';

export interface PlannedWorkload {
  params: WorkloadParams;
  /** Runs before it on the same store, in a process of its own. */
  prepare?: WorkloadParams;
  /** Only ours is measured: the peers offer no way to see it from outside. */
  oursOnly?: true;
}

/** Sizes of one plan. */
interface Sizes {
  latencyRuns: number;
  sequences: { steps: number; runs: number }[];
  fanOuts: { steps: number; runs: number }[];
  throughputRuns: number;
  inFlight: number;
  napRuns: number;
  hookRuns: number;
  replaySteps: number;
  replayRuns: number;
}

const FULL: Sizes = {
  latencyRuns: 200,
  sequences: [
    { steps: 10, runs: 10 },
    { steps: 100, runs: 3 },
    { steps: 1000, runs: 1 },
  ],
  fanOuts: [
    { steps: 100, runs: 3 },
    { steps: 1000, runs: 1 },
  ],
  throughputRuns: 1000,
  inFlight: 100,
  napRuns: 50,
  hookRuns: 100,
  replaySteps: 1000,
  replayRuns: 5,
};

const QUICK: Sizes = {
  latencyRuns: 10,
  sequences: [{ steps: 10, runs: 3 }],
  fanOuts: [{ steps: 10, runs: 3 }],
  throughputRuns: 30,
  inFlight: 10,
  napRuns: 3,
  hookRuns: 5,
  replaySteps: 50,
  replayRuns: 2,
};

/** @param quick Small numbers: shows that everything runs, says little about speed. */
export function planWorkloads({ quick }: { quick: boolean }): PlannedWorkload[] {
  const sizes = quick ? QUICK : FULL;
  const replay = { steps: sizes.replaySteps, runs: sizes.replayRuns, warmUp: false };
  return [
    params({ id: 'latency', title: 'one-step run, start() → result', kind: 'latency', runs: sizes.latencyRuns }),
    ...sizes.sequences.map(({ steps, runs }) =>
      params({ id: `sequence-${steps}`, title: `${steps} steps, one after another`, kind: 'sequence', steps, runs }),
    ),
    ...sizes.fanOuts.map(({ steps, runs }) =>
      params({ id: `fan-out-${steps}`, title: `Promise.all of ${steps} steps`, kind: 'fanOut', steps, runs }),
    ),
    params({
      id: 'throughput',
      title: `${sizes.throughputRuns} runs of 3 steps, ${sizes.inFlight} in flight`,
      kind: 'throughput',
      runs: sizes.throughputRuns,
      inFlight: sizes.inFlight,
    }),
    params({ id: 'nap', title: 'sleep(100 ms), overshoot', kind: 'nap', runs: sizes.napRuns }),
    params({ id: 'hook', title: 'hook resumed → next step begins', kind: 'hook', runs: sizes.hookRuns }),
    {
      params: { ...replay, id: 'replay', title: `replay of ${sizes.replaySteps} steps`, kind: 'replay' },
      prepare: { ...replay, id: 'replay-record', title: 'journals to replay', kind: 'recordForReplay' },
      oursOnly: true,
    },
  ];
}

type WithoutWarmUp<P> = P extends unknown ? Omit<P, 'warmUp'> : never;

function params(rest: WithoutWarmUp<WorkloadParams>): PlannedWorkload {
  return { params: { ...rest, warmUp: true } };
}
