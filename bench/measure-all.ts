/** One whole bench: every workload on every system, and what the machine itself needs. */
import { mkdirSync, rmSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { meanCost, measureCommitCost, type CommitSamples } from './commit-cost.ts';
import { isInMemory } from './disk-usage.ts';
import { measureImportMs } from './import-time.ts';
import type { PlannedWorkload, PlanSize } from './plan.ts';
import type { Report, ReportedWorkload } from './report.ts';
import { runWorkload, type WorkloadResult } from './run-workload.ts';
import { PACKAGE_DIR, SYSTEMS, type SystemName } from './systems.ts';

export interface MeasureOptions {
  systems: SystemName[];
  size: PlanSize;
  workloads: PlannedWorkload[];
  /** Time for the measured part of each workload. */
  limitMs: number;
  /** An empty directory for the stores. */
  dir: string;
  /** Aborting ends all processes and rejects. */
  signal: AbortSignal;
}

const IMPORT_SAMPLES = 10;
const COMMIT_SAMPLES: Record<PlanSize, CommitSamples> = {
  full: { busy: 300, rested: 10 },
  quick: { busy: 20, rested: 1 },
  long: { busy: 300, rested: 10 },
};

/** Prints each result as it comes. */
export async function measureAll(options: MeasureOptions): Promise<Report> {
  const { systems, size, workloads, limitMs, dir } = options;
  const report: Report = {
    startedAt: new Date().toISOString(),
    size,
    limitMs,
    machine: describeMachine(dir),
    systems: Object.fromEntries(systems.map((name) => [name, { version: SYSTEMS[name].readVersion() }])),
    importMs: systems.includes('ours') ? measureImportMs({ root: PACKAGE_DIR, samples: IMPORT_SAMPLES }) : null,
    workloads: [],
  };
  for (const workload of workloads) {
    const measured = await measureWorkload(workload, options);
    report.workloads.push(measured);
    for (const name of systems) Object.assign(report.systems[name]!, measured.results[name]?.settings);
  }
  return report;
}

async function measureWorkload(workload: PlannedWorkload, options: MeasureOptions): Promise<ReportedWorkload> {
  const { id, title } = workload.params;
  const costs = [await measureCommitCost(options.dir, COMMIT_SAMPLES[options.size])];
  const results: ReportedWorkload['results'] = {};
  for (const name of options.systems) {
    if (workload.oursOnly && name !== 'ours') continue;
    if (SYSTEMS[name].lacks?.includes(workload.params.kind)) continue;
    results[name] = await measureOn(name, workload, options);
    // Disks have moods: what ours is compared with is measured just before it and just after.
    if (name === 'ours') costs.push(await measureCommitCost(options.dir, COMMIT_SAMPLES[options.size]));
    console.log(`${title} · ${name}: ${describeResult(results[name])}`);
  }
  return { id, title, commit: meanCost(costs), results };
}

/** A fresh process and a fresh store for every workload: none pays for another. */
async function measureOn(
  name: SystemName,
  workload: PlannedWorkload,
  options: MeasureOptions,
): Promise<WorkloadResult> {
  const { limitMs, signal } = options;
  const dir = join(options.dir, `${workload.params.id}-${name}`);
  mkdirSync(dir);
  const { environment = {} } = workload;
  const request = { driverFile: SYSTEMS[name].driverFile, dir, limitMs, environment, signal };
  try {
    if (workload.prepare) {
      const prepared = await runWorkload({ ...request, params: workload.prepare });
      if (!prepared.outcome.result) return prepared;
    }
    return await runWorkload({ ...request, params: workload.params });
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

function describeResult({ outcome }: WorkloadResult): string {
  if ('error' in outcome) return `failed\n${outcome.error}`;
  if (!outcome.result) return `no result, ${outcome.stepsBegun ?? 'unknown how many'} steps begun`;
  return Object.entries(outcome.figures)
    .map(([key, value]) => `${key} ${value.toFixed(2)}`)
    .join(', ');
}

function describeMachine(dir: string): Record<string, string> {
  const [cpu] = cpus();
  return {
    cpu: `${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} cores`,
    busy: `${loadavg()[0]!.toFixed(1)} processes wanted to run in the minute before`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    disk: isInMemory(dir) ? 'MEMORY: commits cost nothing here; use --dir' : 'a real file system',
  };
}
