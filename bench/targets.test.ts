import { expect, test } from 'vitest';
import type { Report, ReportedWorkload } from './report.ts';
import type { SystemName } from './systems.ts';
import { measureTargets } from './targets.ts';

const NO_USE = { cpuMs: 0, rssBytes: 0, helpersBytes: 0, diskDataBytes: 0, diskLogBytes: 0 };

/** A workload with these figures of each system, on a disk whose commits take 0.5 ms. */
function workload(id: string, figures: Partial<Record<SystemName, Record<string, number>>>): ReportedWorkload {
  const results: ReportedWorkload['results'] = {};
  for (const name of ['ours', 'vercel', 'dbos'] as const) {
    const found = figures[name];
    if (!found) continue;
    const outcome = { result: true, figures: found, units: 1, unit: 'run' } as const;
    results[name] = { outcome, use: NO_USE, settings: {} };
  }
  return { id, title: id, commit: { appendP50Ms: 0.4, appendP99Ms: 1, sqliteP50Ms: 0.5 }, results };
}

function report(...workloads: ReportedWorkload[]): Report {
  return { startedAt: '', size: 'full', limitMs: 1, machine: {}, systems: {}, importMs: null, workloads };
}

const target = (measured: Report, title: string) =>
  measureTargets(measured).find((candidate) => candidate.title.startsWith(title));

test('our rate is compared with the faster of the peers', () => {
  const rates = { ours: { stepsPerSecond: 5_000 }, vercel: { stepsPerSecond: 50 }, dbos: { stepsPerSecond: 600 } };
  expect(target(report(workload('throughput', rates)), 'many runs')).toMatchObject({
    value: 5_000 / 600,
    isMet: false,
  });
});

test('a target is measured in commits of the same minute on the same disk', () => {
  const latency = workload('latency', { ours: { p50Ms: 1.5 } });
  expect(target(report(latency), 'one-step run')).toMatchObject({ value: 3, isMet: true });
});

test('what was not measured does not count as met', () => {
  const alone = report(workload('throughput', { ours: { stepsPerSecond: 5_000 } }));
  for (const { value, isMet } of measureTargets(alone)) expect({ value, isMet }).toEqual({ value: null, isMet: false });
});
