/**
 * `npm run bench`: the same work on ours and on published peers, in one run.
 *
 *   --only ours,dbos   measure these systems (ours, vercel, dbos)
 *   --quick            small numbers, to see that everything works
 *   --json FILE        where the report goes (default: bench/results/latest.json; with --quick quick.json beside it)
 *   --limit SECONDS    time for each workload (default: 45)
 *   --dir DIR          where the stores are, on the disk to measure (default: the system's temporary directory)
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.ts';
import { measureAll, type MeasureOptions } from './measure-all.ts';
import { installPeers } from './peers.ts';
import { formatReport } from './format-report.ts';
import type { Report } from './report.ts';
import { SYSTEM_NAMES, SYSTEMS } from './systems.ts';

interface Options extends Omit<MeasureOptions, 'dir' | 'signal'> {
  jsonFile: string;
  /** Directory in which the bench makes one of its own. */
  parentDir: string;
}

const LIMIT_S = { full: 45, quick: 20 };

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
  // What is measured is the package as it is published, and never older than its sources.
  if (options.systems.includes('ours')) await build();
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
      only: { type: 'string', default: SYSTEM_NAMES.join(',') },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      limit: { type: 'string' },
      dir: { type: 'string', default: tmpdir() },
    },
  });
  const size = values.quick ? 'quick' : 'full';
  const wanted = values.only.split(',');
  const systems = SYSTEM_NAMES.filter((name) => wanted.includes(name));
  const unknown = wanted.filter((name) => !SYSTEM_NAMES.some((known) => known === name));
  if (unknown.length > 0)
    throw new Error(`--only: no system "${unknown.join()}". Fix: use ${SYSTEM_NAMES.join(', ')}.`);
  const limitS = Number(values.limit ?? LIMIT_S[size]);
  if (!(limitS > 0)) throw new Error(`--limit: "${values.limit}" is not a number of seconds. Fix: --limit 45.`);
  const jsonFile = values.json ?? join(import.meta.dirname, 'results', values.quick ? 'quick.json' : 'latest.json');
  return { systems, size, limitMs: limitS * 1000, jsonFile: resolve(jsonFile), parentDir: values.dir };
}
