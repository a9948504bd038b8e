/** The report for people. */
import { median } from './statistics.ts';
import { alignTable, roundForPeople } from './table.ts';
import { measureTargets } from './targets.ts';
import { toFigures, type Report, type ReportedWorkload } from './report.ts';
import { SYSTEM_NAMES, SYSTEMS, type SystemName } from './systems.ts';
import type { Figures } from './workload.ts';

interface Column {
  system: SystemName;
  figures: Figures | null;
  /** Stands where there are no figures. */
  missing: string;
}

/** Figures in the order in which they are printed. */
const LABELS: Record<string, string> = {
  p50Ms: 'p50, ms',
  p99Ms: 'p99, ms',
  recordedP50Ms: 'until recorded, p50, ms',
  recordedP99Ms: 'until recorded, p99, ms',
  perStepMs: 'ms per step',
  totalMs: 'all steps, ms',
  commits: 'commits',
  growthRatio: 'last tenth of the steps ÷ first',
  stepsPerSecond: 'steps per second',
  chunksPerSecond: 'chunks per second',
  firstChunkMs: 'first chunk, ms',
  replayMs: 'replay, ms',
  resumeLongMs: 'resume → step, long journal, ms',
  resumeShortMs: 'resume → step, one step, ms',
  heapKbPerRun: 'memory in use per run, kB',
  grownRssMb: 'growth of the process, MB',
  earlyRssMb: 'process after a fifth of the runs, MB',
  middleRssMb: '… after three fifths, MB',
  lateRssMb: '… after all, MB',
  earlyReachableMb: 'memory in use after a fifth of the runs, MB',
  middleReachableMb: '… after three fifths, MB',
  lateReachableMb: '… after all, MB',
  cpuMsPerRun: 'CPU per run, ms',
  cpuMsPerStep: 'CPU per step, ms',
  cpuMsPerChunk: 'CPU per chunk, ms',
  rssMb: 'memory afterwards, MB',
  helpersMb: '… of its server, MB',
  diskBytesPerRun: 'disk per run, bytes',
  logBytesPerRun: '… written to its log, bytes',
  samples: 'samples',
};
const NOT_COMPARED = new Set(['samples', 'growthRatio']);
const MORE_IS_BETTER = new Set(['stepsPerSecond', 'chunksPerSecond']);
const SUMMARY_ONLY = new Set(['rssMb', 'helpersMb', 'diskBytesPerRun', 'logBytesPerRun']);

/** A line per figure, a column per system, how many times better ours is, and how far the targets are met. */
export function formatReport(report: Report): string {
  const parts = [formatHead(report), formatTable(report), formatDisk(report)];
  if (report.systems.ours && report.size !== 'quick') parts.push(formatTargets(report));
  return parts.join('\n\n');
}

function formatHead({ machine, systems, size }: Report): string {
  const lines = Object.entries(machine).map(([key, value]) => `${key}: ${value}`);
  for (const name of measuredSystems(systems)) {
    const facts = Object.entries(systems[name] ?? {}).map(([key, value]) => `${key} ${value}`);
    lines.push(`${SYSTEMS[name].title}: ${facts.join(', ')}`);
  }
  if (size === 'quick') lines.push('QUICK RUN: it shows that everything works; the figures mean little.');
  return lines.join('\n');
}

const measuredSystems = (systems: Report['systems']): SystemName[] => SYSTEM_NAMES.filter((name) => systems[name]);

function formatTable(report: Report): string {
  const names = measuredSystems(report.systems);
  const peers = names.includes('ours') ? names.filter((name) => name !== 'ours') : [];
  const header = ['', ...names.map((name) => SYSTEMS[name].title), ...peers.map((name) => `ours × ${name}`)];
  const rows = report.workloads.flatMap((workload) => {
    const columns = names.map((name) => toColumn(workload, name, report.limitMs));
    return [[workload.title], ...toRows(columns, peers)];
  });
  return alignTable([header, ...rows]);
}

function toColumn(workload: ReportedWorkload, system: SystemName, limitMs: number): Column {
  const outcome = workload.results[system]?.outcome;
  const missing = !outcome ? '' : 'error' in outcome ? 'failed' : `no result (limit ${limitMs / 1000} s)`;
  return { system, figures: toFigures(workload, system), missing };
}

function toRows(columns: Column[], peers: SystemName[]): string[][] {
  const find = (name: SystemName) => columns.find(({ system }) => system === name)?.figures;
  const shown = Object.keys(LABELS).filter((key) => columns.some(({ figures }) => isShown(key, figures)));
  return shown.map((key) => [
    `  ${LABELS[key]}`,
    ...columns.map(({ figures, missing }) => (figures ? roundForPeople(figures[key]) : missing)),
    ...peers.map((name) => formatRatio(key, find('ours'), find(name))),
  ]);
}

/** Memory and disk are read where much was done: after the workload of many runs. */
function isShown(key: string, figures: Figures | null): boolean {
  if (!figures?.[key]) return false;
  return !SUMMARY_ONLY.has(key) || 'stepsPerSecond' in figures;
}

function formatRatio(key: string, ours?: Figures | null, theirs?: Figures | null): string {
  const [a, b] = [ours?.[key], theirs?.[key]];
  // Differences, such as a growth of memory, may come out as nothing or less.
  if (!a || !b || a < 0 || b < 0 || NOT_COMPARED.has(key)) return '';
  return `${roundForPeople(MORE_IS_BETTER.has(key) ? a / b : b / a)} ×`;
}

/** How fast the disk was, and how steady. */
function formatDisk({ workloads }: Report): string {
  const describe = (values: number[]) =>
    `${roundForPeople(median(values))} ms (${roundForPeople(Math.min(...values))} to ${roundForPeople(Math.max(...values))})`;
  return [
    'Commits on this disk, median of p50 (and the range over the workloads)',
    `  append of 200 bytes + fdatasync: ${describe(workloads.map(({ commit }) => commit.appendP50Ms))}`,
    `  one row in SQLite: ${describe(workloads.map(({ commit }) => commit.sqliteP50Ms))}`,
    `  one row in SQLite, after 100 ms of rest: ${describe(workloads.map(({ commit }) => commit.restedP50Ms))}`,
  ].join('\n');
}

function formatTargets(report: Report): string {
  const targets = measureTargets(report).filter(({ value }) => report.size === 'full' || value !== null);
  const rows = targets.map(({ title, value, limit, isMet }) => [
    `  ${title}`,
    value === null ? 'not measured' : roundForPeople(value),
    limit,
    value === null ? '' : isMet ? 'met' : 'MISSED',
  ]);
  return alignTable([['Targets of ours', 'measured', 'target', ''], ...rows]);
}
