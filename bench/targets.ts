/** The targets of our own system; ARCHITECTURE.md gives the reasons. */
import { toFigures, type Report, type ReportedWorkload } from './report.ts';
import { SYSTEM_NAMES, SYSTEMS } from './systems.ts';
import type { Figures } from './workload.ts';

export interface MeasuredTarget {
  title: string;
  /** `null`: this run did not measure it. */
  value: number | null;
  /** For people. */
  limit: string;
  isMet: boolean;
}

interface Target {
  title: string;
  measure: (report: Report) => number | null;
  most?: number;
  least?: number;
}

const LIVE_RUNS = 5_000;
const PEERS = SYSTEM_NAMES.filter((name) => SYSTEMS[name].isPeer);

const TARGETS: Target[] = [
  {
    title: '1,000 steps: last tenth ÷ first tenth',
    most: 1.3,
    measure: ofOurs('sequence-1000', ({ growthRatio }) => growthRatio),
  },
  {
    title: '1,000 steps: time of a step ÷ time of a commit',
    most: 2,
    measure: ofOurs('sequence-1000', ({ perStepMs }, { commit }) => perStepMs! / commit.sqliteP50Ms),
  },
  {
    title: '1,000 steps: CPU of a step, ms',
    most: 0.3,
    measure: ofOurs('sequence-1000', ({ cpuMsPerStep }) => cpuMsPerStep),
  },
  {
    title: '10,000 steps: last tenth ÷ first tenth',
    most: 1.3,
    measure: ofOurs('sequence-10000', ({ growthRatio }) => growthRatio),
  },
  {
    title: '1,000 steps at once: time beyond their own, which is nothing, ms',
    most: 150,
    measure: ofOurs('fan-out-1000', ({ totalMs }) => totalMs),
  },
  {
    title: '1,000 steps at once: commits',
    most: 10,
    measure: ofOurs('fan-out-1000', ({ commits }) => commits),
  },
  {
    title: 'one-step run: its time ÷ time of a commit',
    most: 4,
    measure: ofOurs('latency', ({ p50Ms }, { commit }) => p50Ms! / commit.sqliteP50Ms),
  },
  {
    title: 'many runs: our rate ÷ that of the fastest peer',
    least: 10,
    measure: ofOurs(
      'throughput',
      ({ stepsPerSecond }, workload) => stepsPerSecond! / Math.max(...ofPeers(workload, 'stepsPerSecond')),
    ),
  },
  {
    title: 'many runs: steps per second',
    least: 5_000,
    measure: ofOurs('throughput', ({ stepsPerSecond }) => stepsPerSecond),
  },
  {
    title: 'many runs: CPU of a step, ms',
    most: 0.2,
    measure: ofOurs('throughput', ({ cpuMsPerStep }) => cpuMsPerStep),
  },
  {
    title: 'many runs: disk of a run of 3 steps, bytes',
    most: 2_000,
    measure: ofOurs('throughput', ({ diskBytesPerRun }) => diskBytesPerRun),
  },
  {
    // Such a run has been at rest, and so has the disk.
    title: 'hook resumed → next step ÷ time of a commit after a rest',
    most: 3,
    measure: ofOurs('hook', ({ p50Ms }, { commit }) => p50Ms! / commit.restedP50Ms),
  },
  {
    title: 'webhook → next step: its time ÷ that of the fastest peer',
    most: 1,
    measure: ofOurs('webhook', ({ p50Ms }, workload) => p50Ms! / Math.min(...ofPeers(workload, 'p50Ms'))),
  },
  { title: 'sleep: overshoot, p99, ms', most: 20, measure: ofOurs('nap', ({ p99Ms }) => p99Ms) },
  {
    title: 'stream of 10,000 chunks: chunks per second',
    least: 20_000,
    measure: ofOurs('stream-10000', ({ chunksPerSecond }) => chunksPerSecond),
  },
  {
    title: 'stream of 10,000 chunks: first chunk, ms',
    most: 10,
    measure: ofOurs('stream-10000', ({ firstChunkMs }) => firstChunkMs),
  },
  { title: 'replay of 1,000 steps, ms', most: 20, measure: ofOurs('replay-1000', ({ replayMs }) => replayMs) },
  { title: 'replay of 10,000 steps, ms', most: 60, measure: ofOurs('replay-10000', ({ replayMs }) => replayMs) },
  {
    title: '5,000 live runs: growth of the process, MB',
    most: 300,
    // Fewer, when the time was not enough, say nothing about so many.
    measure: ofOurs('live', ({ grownRssMb, samples }) => (samples! < LIVE_RUNS ? undefined : grownRssMb)),
  },
  {
    title: 'very many runs: size of the process at the end ÷ after three fifths',
    most: 1.1,
    measure: ofOurs('endurance', ({ lateRssMb, middleRssMb }) => lateRssMb! / middleRssMb!),
  },
  {
    title: 'very many runs: memory in use at the end ÷ after a fifth',
    most: 1.1,
    measure: ofOurs('endurance', ({ lateReachableMb, earlyReachableMb }) => lateReachableMb! / earlyReachableMb!),
  },
  { title: "import 'workflow/api', ms", most: 60, measure: ({ importMs }) => importMs },
];

/** Every target with what this run measured. */
export function measureTargets(report: Report): MeasuredTarget[] {
  return TARGETS.map(({ title, measure, most = Infinity, least = -Infinity }) => {
    const value = measure(report);
    const limit = most < Infinity ? `≤ ${most}` : `≥ ${least}`;
    return { title, value, limit, isMet: value !== null && value <= most && value >= least };
  });
}

/** A number out of one workload of ours; `null` when that has no result, or when a part of it is not there. */
function ofOurs(id: string, read: (figures: Figures, workload: ReportedWorkload) => number | undefined) {
  return ({ workloads }: Report): number | null => {
    const workload = workloads.find((candidate) => candidate.id === id);
    const figures = workload && toFigures(workload, 'ours');
    const value = figures ? read(figures, workload) : undefined;
    return value !== undefined && Number.isFinite(value) ? value : null;
  };
}

/** A figure of every peer; NaN alone when no peer has it. */
function ofPeers(workload: ReportedWorkload, figure: string): number[] {
  const figures = PEERS.flatMap((name) => toFigures(workload, name)?.[figure] ?? []);
  return figures.length === 0 ? [Number.NaN] : figures;
}
