/**
 * `npm run bench`: the same work on ours and on published peers, in one run.
 *
 *   --only ours,dbos   measure these systems (ours, vercel, dbos)
 *   --quick            small numbers, to see that everything works
 *   --json FILE        where the report goes (default: bench/results/latest.json)
 *   --limit SECONDS    time for each workload (default: 60)
 *   --dir DIR          where the stores are, on the disk to measure (default: the system's temporary directory)
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCommitCost } from './commit-cost.ts';
import { isInMemory } from './disk-usage.ts';
import { measureImportMs } from './import-time.ts';
import { installPeers } from './peers.ts';
import { planWorkloads, type PlannedWorkload } from './plan.ts';
import { formatReport, type Report } from './report.ts';
import { runWorkload, type WorkloadResult } from './run-workload.ts';
import { SYSTEM_NAMES, SYSTEMS, type SystemName } from './systems.ts';

interface Options {
  systems: SystemName[];
  quick: boolean;
  jsonFile: string;
  limitMs: number;
  /** Parent of the run's own directory. */
  dir: string;
}

const IMPORT_SAMPLES = 10;
const COMMIT_SAMPLES = { full: 300, quick: 20 };
const QUICK_LIMIT_S = 20;

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, () => stop.abort(new Error(`stopped by ${name}`)));
}

try {
  await main(readOptions());
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = stop.signal.aborted ? 130 : 1;
}

async function main(options: Options): Promise<void> {
  if (options.systems.some((name) => SYSTEMS[name].isPeer)) installPeers();
  const dir = mkdtempSync(join(options.dir, 'workflow-bench-'));
  // A database server that runs as another user has its files below.
  chmodSync(dir, 0o755);
  try {
    const report = await measureAll(options, dir);
    mkdirSync(dirname(options.jsonFile), { recursive: true });
    writeFileSync(options.jsonFile, `${JSON.stringify(report, null, 2)}\n`);
    console.log(`\n${formatReport(report)}`);
    if (hasFailure(report)) process.exitCode = 1;
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureAll(options: Options, dir: string): Promise<Report> {
  const samples = options.quick ? COMMIT_SAMPLES.quick : COMMIT_SAMPLES.full;
  const report: Report = {
    startedAt: new Date().toISOString(),
    quick: options.quick,
    limitMs: options.limitMs,
    machine: describeMachine(dir),
    systems: Object.fromEntries(options.systems.map((name) => [name, { version: SYSTEMS[name].readVersion() }])),
    commitCost: { begin: measureCommitCost(dir, samples), end: { appendP50Ms: 0, appendP99Ms: 0, sqliteP50Ms: 0 } },
    workloads: [],
  };
  if (options.systems.includes('ours')) {
    report.importMs = measureImportMs({ root: join(import.meta.dirname, '..'), samples: IMPORT_SAMPLES });
  }
  for (const workload of planWorkloads(options)) {
    const { id, title } = workload.params;
    const results: Partial<Record<SystemName, WorkloadResult>> = {};
    for (const name of options.systems) {
      if (workload.oursOnly && name !== 'ours') continue;
      const result = await measureOne(workload, name, options, dir);
      results[name] = result;
      Object.assign(report.systems[name]!, result.settings);
      console.log(`${title} · ${name}: ${describe(result)}`);
    }
    report.workloads.push({ id, title, results });
  }
  report.commitCost.end = measureCommitCost(dir, samples);
  return report;
}

/** A fresh process and a fresh store for every workload: none pays for another. */
async function measureOne(
  workload: PlannedWorkload,
  name: SystemName,
  options: Options,
  dir: string,
): Promise<WorkloadResult> {
  const store = join(dir, `${workload.params.id}-${name}`);
  mkdirSync(store);
  const request = { driverFile: SYSTEMS[name].driverFile, dir: store, limitMs: options.limitMs, signal: stop.signal };
  try {
    if (workload.prepare) {
      const prepared = await runWorkload({ ...request, params: workload.prepare });
      if (!prepared.outcome.result) return prepared;
    }
    return await runWorkload({ ...request, params: workload.params });
  } finally {
    rmSync(store, { recursive: true, force: true, maxRetries: 5 });
  }
}

function describe({ outcome }: WorkloadResult): string {
  if ('error' in outcome) return `failed\n${outcome.error}`;
  if (!outcome.result) return `no result, ${outcome.stepsBegun} steps begun`;
  return Object.entries(outcome.figures)
    .map(([key, value]) => `${key} ${value.toFixed(2)}`)
    .join(', ');
}

function hasFailure(report: Report): boolean {
  return report.workloads.some(({ results }) => Object.values(results).some(({ outcome }) => 'error' in outcome));
}

function describeMachine(dir: string): Record<string, string> {
  const [cpu] = cpus();
  return {
    cpu: `${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} cores`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    disk: isInMemory(dir) ? 'MEMORY: commits cost nothing here; use --dir' : 'a real file system',
  };
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: SYSTEM_NAMES.join(',') },
      quick: { type: 'boolean', default: false },
      json: { type: 'string', default: join(import.meta.dirname, 'results/latest.json') },
      limit: { type: 'string' },
      dir: { type: 'string', default: tmpdir() },
    },
  });
  const wanted = values.only.split(',');
  const systems = SYSTEM_NAMES.filter((name) => wanted.includes(name));
  const unknown = wanted.filter((name) => !SYSTEM_NAMES.some((known) => known === name));
  if (unknown.length > 0) throw new Error(`--only: no system "${unknown}". Fix: use ${SYSTEM_NAMES.join(', ')}.`);
  const limitS = Number(values.limit ?? (values.quick ? QUICK_LIMIT_S : 60));
  if (!(limitS > 0)) throw new Error(`--limit: "${values.limit}" is not a number of seconds. Fix: --limit 60.`);
  return { systems, quick: values.quick, jsonFile: resolve(values.json), limitMs: limitS * 1000, dir: values.dir };
}
