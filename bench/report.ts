/** The report of a bench: `results/latest.json` is this object, and the tables are made from it. */
import type { CommitCost } from './commit-cost.ts';
import type { PlanSize } from './plan.ts';
import type { WorkloadResult } from './run-workload.ts';
import type { SystemName } from './systems.ts';
import type { Figures, Unit } from './workload.ts';

export interface Report {
  startedAt: string;
  size: PlanSize;
  /** Time for the measured part of each workload. */
  limitMs: number;
  machine: Record<string, string>;
  systems: Partial<Record<SystemName, Record<string, string>>>;
  /** Time that importing ours adds to the start of a process; `null` when ours is not measured. */
  importMs: number | null;
  workloads: ReportedWorkload[];
}

export interface ReportedWorkload {
  id: string;
  title: string;
  /** Measured just before it: tells what the disk gave at that time. */
  commit: CommitCost;
  results: Partial<Record<SystemName, WorkloadResult>>;
}

const MEGABYTE = 1_000_000;
const CPU_FIGURES: Record<Unit, string> = { run: 'cpuMsPerRun', step: 'cpuMsPerStep', chunk: 'cpuMsPerChunk' };

/** All numbers of one system in one workload; `null` without result. */
export function toFigures(workload: ReportedWorkload, system: SystemName): Figures | null {
  const result = workload.results[system];
  if (!result?.outcome.result || !result.use) return null;
  const { outcome, use } = result;
  const figures: Figures = {
    ...outcome.figures,
    rssMb: use.rssBytes / MEGABYTE,
    helpersMb: use.helpersBytes / MEGABYTE,
  };
  for (const [unit, count] of Object.entries(outcome.done)) figures[CPU_FIGURES[unit as Unit]] = use.cpuMs / count;
  if (outcome.done.run === undefined) return figures;
  figures.diskBytesPerRun = use.diskDataBytes / outcome.done.run;
  figures.logBytesPerRun = use.diskLogBytes / outcome.done.run;
  return figures;
}
