import { expect, test } from 'vitest';
import { planEndurance, planWorkloads } from './plan.ts';
import type { Report, ReportedWorkload } from './report.ts';
import { SYSTEM_NAMES, type SystemName } from './systems.ts';
import { measureTargets } from './targets.ts';
import type { Measured } from './workload.ts';

const NO_USE = { cpuMs: 0, rssBytes: 0, helpersBytes: 0, diskDataBytes: 0, diskLogBytes: 0 };

/** Of all workloads, those that targets read. */
const FIGURES = [
  'chunksPerSecond',
  'commits',
  'earlyReachableMb',
  'firstChunkMs',
  'growthRatio',
  'grownRssMb',
  'lateReachableMb',
  'lateRssMb',
  'middleRssMb',
  'p50Ms',
  'p99Ms',
  'perStepMs',
  'replayMs',
  'stepsPerSecond',
  'totalMs',
];

/** A workload with these figures of each system, on a disk whose commits take 0.5 ms, and 2 ms after a rest. */
function workload(
  id: string,
  figures: Partial<Record<SystemName, Record<string, number>>>,
  { use = NO_USE, done = { run: 1 } }: { use?: typeof NO_USE; done?: Measured['done'] } = {},
): ReportedWorkload {
  const results: ReportedWorkload['results'] = {};
  for (const name of SYSTEM_NAMES) {
    const found = figures[name];
    if (!found) continue;
    const outcome = { result: true, figures: found, done } as const;
    results[name] = { outcome, use, settings: {} };
  }
  return { id, title: id, commit: { appendP50Ms: 0.4, appendP99Ms: 1, sqliteP50Ms: 0.5, restedP50Ms: 2 }, results };
}

function report(...workloads: ReportedWorkload[]): Report {
  return { startedAt: '', size: 'full', limitMs: 1, machine: {}, systems: {}, importMs: null, workloads };
}

const target = (measured: Report, title: string) =>
  measureTargets(measured).find((candidate) => candidate.title.startsWith(title));

test('our rate is compared with the fastest of the peers', () => {
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
  expect(target(alone, 'many runs: our rate')).toMatchObject({ value: null, isMet: false });
  for (const { value, isMet } of measureTargets(report()))
    expect({ value, isMet }).toEqual({ value: null, isMet: false });
});

test('a webhook is compared with the fastest peer', () => {
  const webhook = workload('webhook', { ours: { p50Ms: 3 }, dbos: { p50Ms: 6 }, restate: { p50Ms: 4 } });
  expect(target(report(webhook), 'webhook → next step')).toMatchObject({ value: 0.75, isMet: true });
});

test('a resumed run is compared with a commit on a disk that rested like the run', () => {
  const hook = workload('hook', { ours: { p50Ms: 5 } });
  expect(target(report(hook), 'hook resumed')).toMatchObject({ value: 2.5, isMet: true });
});

test('processor time counts per step and disk per run, whatever the number of steps in a run', () => {
  const use = { ...NO_USE, cpuMs: 900, diskDataBytes: 2_100_000 };
  const throughput = workload(
    'throughput',
    { ours: { stepsPerSecond: 9_000 } },
    { use, done: { run: 1_000, step: 3_000 } },
  );
  const measured = report(throughput);
  expect(target(measured, 'many runs: CPU')).toMatchObject({ value: 0.3, isMet: false });
  expect(target(measured, 'many runs: disk')).toMatchObject({ value: 2_100, isMet: false });
  expect(target(measured, 'many runs: steps per second')).toMatchObject({ value: 9_000, isMet: true });
});

test('memory that grows with the number of runs misses its target, memory that is only big does not', () => {
  const grown = { earlyReachableMb: 20, lateReachableMb: 30, middleRssMb: 300, lateRssMb: 400 };
  const flat = { earlyReachableMb: 30, lateReachableMb: 30, middleRssMb: 400, lateRssMb: 401 };
  const isMet = (figures: Record<string, number>) =>
    measureTargets(report(workload('endurance', { ours: figures })))
      .filter(({ title }) => title.startsWith('very many runs'))
      .map((measured) => measured.isMet);
  expect(isMet(grown)).toEqual([false, false]);
  expect(isMet(flat)).toEqual([true, true]);
});

test('a stream is too slow below its rate, and too late with its first chunk', () => {
  const slow = report(workload('stream-10000', { ours: { chunksPerSecond: 19_999, firstChunkMs: 11 } }));
  expect(target(slow, 'stream of 10,000 chunks: chunks')).toMatchObject({ isMet: false });
  expect(target(slow, 'stream of 10,000 chunks: first')).toMatchObject({ isMet: false });
});

test('live runs that did not all begin in time do not count as few megabytes', () => {
  const live = (samples: number) => report(workload('live', { ours: { grownRssMb: 70, samples } }));
  expect(target(live(3_000), '5,000 live')).toMatchObject({ value: null, isMet: false });
  expect(target(live(5_000), '5,000 live')).toMatchObject({ value: 70, isMet: true });
});

test('every target reads a workload that a full bench or a long one measures', () => {
  const planned = [...planWorkloads('full'), ...planEndurance(100)].map(({ params }) => params.id);
  const figures = { ...Object.fromEntries(FIGURES.map((name) => [name, 1])), samples: 5_000 };
  const done = { run: 1, step: 1 };
  const measured = report(...planned.map((id) => workload(id, { ours: figures, dbos: figures }, { done })));
  const unmeasured = measureTargets({ ...measured, importMs: 1 }).filter(({ value }) => value === null);
  expect(unmeasured).toEqual([]);
});
