/** What we ask of ours; see ARCHITECTURE.md for why. */
import { toFigures, type Report, type ReportedWorkload } from './report.ts';
import { SYSTEM_NAMES, SYSTEMS } from './systems.ts';
import type { Figures } from './workloads.ts';

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

const PEERS = SYSTEM_NAMES.filter((name) => SYSTEMS[name].isPeer);

const TARGETS: Target[] = [
  {
    title: '1,000 steps: last hundred ÷ first hundred',
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
    title: 'one-step run: its time ÷ time of a commit',
    most: 4,
    measure: ofOurs('latency', ({ p50Ms }, { commit }) => p50Ms! / commit.sqliteP50Ms),
  },
  {
    title: 'many runs: our rate ÷ that of the faster peer',
    least: 10,
    measure: ofOurs('throughput', ({ stepsPerSecond }, workload) => stepsPerSecond! / fastestPeer(workload)),
  },
  { title: 'replay of 1,000 steps, ms', most: 20, measure: ofOurs('replay', ({ replayMs }) => replayMs) },
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

/** Steps per second of the faster peer; NaN when no peer has a result. */
function fastestPeer(workload: ReportedWorkload): number {
  const rates = PEERS.flatMap((name) => toFigures(workload, name)?.['stepsPerSecond'] ?? []);
  return rates.length === 0 ? Number.NaN : Math.max(...rates);
}
