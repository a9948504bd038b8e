/**
 * `npm run bench`: the same work on ours and on published peers, in one run.
 *
 *   --only ours,dbos   measure these systems (systems.ts has their names)
 *   --workload ID     measure only this workload, such as "webhook"
 *   --quick            small numbers, to see that everything works
 *   --long             instead of all else: whether memory stays flat over many runs (ours only)
 *   --runs N           … over so many (default: 20000)
 *   --json FILE        where the report goes (default: bench/results/latest.json, or quick.json, long.json beside it)
 *   --limit SECONDS    time for each workload (default: 45; with --quick 20, with --long 900)
 *   --dir DIR          where the stores are, on the disk to measure (default: the system's temporary directory)
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.ts';
import { measureAll, type MeasureOptions } from './measure-all.ts';
import { formatReport } from './format-report.ts';
import { installPeers } from './peers.ts';
import { planEndurance, planWorkloads, type PlannedWorkload, type PlanSize } from './plan.ts';
import type { Report } from './report.ts';
import { SYSTEM_NAMES, SYSTEMS, type SystemName } from './systems.ts';

interface Options extends Omit<MeasureOptions, 'dir' | 'signal'> {
  jsonFile: string;
  /** Directory in which the bench makes one of its own. */
  parentDir: string;
}

const LIMIT_S: Record<PlanSize, number> = { full: 45, quick: 20, long: 900 };
const RESULT_FILES: Record<PlanSize, string> = { full: 'latest.json', quick: 'quick.json', long: 'long.json' };

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, () => stop.abort(new Error(`stopped by ${name}`)));
}

try {
  await main(readOptions());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = stop.signal.aborted ? 130 : 1;
}

async function main({ jsonFile, parentDir, ...options }: Options): Promise<void> {
  // The bench measures the package as it is published, never older than its sources.
  if (options.systems.some((name) => !SYSTEMS[name].isPeer)) await build();
  if (options.systems.some((name) => SYSTEMS[name].isPeer)) installPeers();
  const dir = mkdtempSync(join(parentDir, 'workflow-bench-'));
  // A database server that runs as another user has its files below.
  chmodSync(dir, 0o755);
  try {
    const report = await measureAll({ ...options, dir, signal: stop.signal });
    mkdirSync(dirname(jsonFile), { recursive: true });
    writeFileSync(jsonFile, `${JSON.stringify(report, null, 2)}\n`);
    console.log(`\n${formatReport(report)}`);
    if (hasFailure(report)) process.exitCode = 1;
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

function hasFailure(report: Report): boolean {
  return report.workloads.some(({ results }) => Object.values(results).some(({ outcome }) => 'error' in outcome));
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      runs: { type: 'string' },
      json: { type: 'string' },
      limit: { type: 'string' },
      workload: { type: 'string' },
      dir: { type: 'string', default: tmpdir() },
    },
  });
  if (values.quick && values.long) throw new Error('--quick and --long: two different benches. Fix: leave one out.');
  if (values.runs !== undefined && !values.long) throw new Error('--runs goes with --long. Fix: add --long.');
  const size: PlanSize = values.long ? 'long' : values.quick ? 'quick' : 'full';
  return {
    systems: readSystems(size, values.only),
    size,
    workloads: readWorkloads(
      size === 'long' ? planEndurance(readRuns(values.runs)) : planWorkloads(size),
      values.workload,
    ),
    limitMs: readLimitMs(size, values.limit),
    jsonFile: resolve(values.json ?? join(import.meta.dirname, 'results', RESULT_FILES[size])),
    parentDir: values.dir,
  };
}

function readSystems(size: PlanSize, only: string | undefined): SystemName[] {
  const wanted = only?.split(',') ?? (size === 'long' ? ['ours'] : SYSTEM_NAMES);
  const unknown = wanted.filter((name) => !SYSTEM_NAMES.some((known) => known === name));
  if (unknown.length > 0)
    throw new Error(`--only: no system "${unknown.join()}". Fix: use ${SYSTEM_NAMES.join(', ')}.`);
  if (size === 'long' && wanted.some((name) => name !== 'ours'))
    throw new Error('--only: --long measures ours only. Fix: leave --only out.');
  return SYSTEM_NAMES.filter((name) => wanted.includes(name));
}

function readWorkloads(planned: PlannedWorkload[], id: string | undefined): PlannedWorkload[] {
  const chosen = planned.filter(({ params }) => id === undefined || params.id === id);
  if (chosen.length > 0) return chosen;
  const ids = planned.map(({ params }) => params.id).join(', ');
  throw new Error(`--workload: no workload "${id}". Fix: use one of ${ids}.`);
}

function readLimitMs(size: PlanSize, text: string | undefined): number {
  const limitS = Number(text ?? LIMIT_S[size]);
  if (!(limitS > 0)) throw new Error(`--limit: "${text}" is not a number of seconds. Fix: --limit 45.`);
  return limitS * 1000;
}

function readRuns(text = '20000'): number {
  const runs = Number(text);
  // Memory is read after fifths of them.
  if (Number.isInteger(runs) && runs >= 5) return runs;
  throw new Error(`--runs: "${text}" is not a number of runs. Fix: --runs 100000.`);
}
