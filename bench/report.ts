/** What a bench leaves: `results/latest.json` is this object, the table is made of it. */
import type { CommitCost } from './commit-cost.ts';
import type { WorkloadResult } from './run-workload.ts';
import { SYSTEMS, type SystemName } from './systems.ts';

export interface Report {
  startedAt: string;
  quick: boolean;
  /** Time for the measured part of each workload. */
  limitMs: number;
  machine: Record<string, string>;
  systems: Partial<Record<SystemName, Record<string, string>>>;
  /** Before and after everything else: tells how steady the disk was. */
  commitCost: { begin: CommitCost; end: CommitCost };
  /** Absent when ours is not measured. */
  importMs?: number;
  workloads: ReportedWorkload[];
}

export interface ReportedWorkload {
  id: string;
  title: string;
  results: Partial<Record<SystemName, WorkloadResult>>;
}

interface Column {
  system: SystemName;
  /** Absent: why there are no figures. */
  figures?: Record<string, number>;
  missing?: string;
}

/** Figures in the order in which they are printed. */
const LABELS: Record<string, string> = {
  p50Ms: 'p50, ms',
  p99Ms: 'p99, ms',
  recordedP50Ms: 'until recorded, p50, ms',
  recordedP99Ms: 'until recorded, p99, ms',
  perStepMs: 'ms per step',
  growthRatio: 'last 100 steps ÷ first 100',
  stepsPerSecond: 'steps per second',
  replayMs: 'replay, ms',
  resumeLongMs: 'resume → step, long journal, ms',
  resumeShortMs: 'resume → step, one step, ms',
  cpuMsPerRun: 'CPU per run, ms',
  cpuMsPerStep: 'CPU per step, ms',
  rssMb: 'memory afterwards, MB',
  helpersMb: '… of its server, MB',
  diskBytesPerRun: 'disk per run, bytes',
  logBytesPerRun: '… of log, bytes',
  samples: 'samples',
};
const NOT_COMPARED = new Set(['samples', 'growthRatio']);
const MORE_IS_BETTER = new Set(['stepsPerSecond']);
const SUMMARY_ONLY = new Set(['rssMb', 'helpersMb', 'diskBytesPerRun', 'logBytesPerRun']);
const MEGABYTE = 1_000_000;

/** The table for people: a line per figure, a column per system, and how many times better ours is. */
export function formatReport(report: Report): string {
  const names = Object.keys(report.systems) as SystemName[];
  const peers = names.includes('ours') ? names.filter((name) => name !== 'ours') : [];
  const header = ['', ...names.map((name) => SYSTEMS[name].title), ...peers.map((name) => `ours × ${name}`)];
  const rows = report.workloads.flatMap((workload) => [
    [workload.title],
    ...workloadRows(toColumns(workload, names, report.limitMs), peers),
  ]);
  return [formatHead(report), '', alignTable([header, ...rows]), '', formatFoot(report)].join('\n');
}

function formatHead(report: Report): string {
  const lines = Object.entries(report.machine).map(([key, value]) => `${key}: ${value}`);
  for (const [name, facts] of Object.entries(report.systems)) {
    const text = Object.entries(facts).map(([key, value]) => `${key} ${value}`);
    lines.push(`${SYSTEMS[name as SystemName].title}: ${text.join(', ')}`);
  }
  if (report.quick) lines.push('QUICK RUN: it shows that everything works; the figures mean little.');
  return lines.join('\n');
}

function formatFoot({ commitCost, importMs }: Report): string {
  const lines = (['begin', 'end'] as const).map((when) => {
    const { appendP50Ms, appendP99Ms, sqliteP50Ms } = commitCost[when];
    const append = `append of 200 bytes + fdatasync p50 ${round(appendP50Ms)} ms, p99 ${round(appendP99Ms)} ms`;
    return `disk at the ${when}: ${append}; SQLite commit p50 ${round(sqliteP50Ms)} ms`;
  });
  if (importMs !== undefined) lines.push(`import 'workflow/api' in a fresh process: ${round(importMs)} ms`);
  return lines.join('\n');
}

function toColumns(workload: ReportedWorkload, names: SystemName[], limitMs: number): Column[] {
  return names.map((system) => {
    const result = workload.results[system];
    if (!result) return { system, missing: '' };
    const { outcome, use } = result;
    if ('error' in outcome) return { system, missing: 'failed' };
    if (!outcome.result || !use) return { system, missing: `no result (limit ${limitMs / 1000} s)` };
    const perUnit = outcome.unit === 'run' ? 'cpuMsPerRun' : 'cpuMsPerStep';
    const figures: Record<string, number> = {
      ...outcome.figures,
      [perUnit]: use.cpuMs / outcome.units,
      rssMb: use.rssBytes / MEGABYTE,
      helpersMb: use.helpersBytes / MEGABYTE,
      diskBytesPerRun: use.diskDataBytes / outcome.units,
      logBytesPerRun: use.diskLogBytes / outcome.units,
    };
    return { system, figures };
  });
}

function workloadRows(columns: Column[], peers: SystemName[]): string[][] {
  const ours = columns.find((column) => column.system === 'ours')?.figures;
  const shown = Object.keys(LABELS).filter((key) => columns.some(({ figures }) => isShown(key, figures)));
  return shown.map((key) => [
    `  ${LABELS[key]}`,
    ...columns.map(({ figures, missing }) => (figures ? round(figures[key]) : (missing ?? ''))),
    ...peers.map((name) => formatRatio(key, ours, columns.find(({ system }) => system === name)?.figures)),
  ]);
}

/** Memory and disk are read where much was done: after the workload of many runs. */
function isShown(key: string, figures: Record<string, number> | undefined): boolean {
  if (!figures?.[key]) return false;
  return !SUMMARY_ONLY.has(key) || 'stepsPerSecond' in figures;
}

function formatRatio(key: string, ours?: Record<string, number>, theirs?: Record<string, number>): string {
  const [a, b] = [ours?.[key], theirs?.[key]];
  if (!a || !b || NOT_COMPARED.has(key)) return '';
  return `${round(MORE_IS_BETTER.has(key) ? a / b : b / a)} ×`;
}

/** Three significant digits, whole from 100 on. */
function round(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

function alignTable(rows: string[][]): string {
  const full = rows.filter((row) => row.length > 1);
  const widths = full[0]!.map((_, i) => Math.max(...full.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '))
    .join('\n');
}
