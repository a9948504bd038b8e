/** Runs of many steps: one after another, and all at once. */
import { marks } from '../marks.ts';
import { gapsBetween, runToEnd, takeSamples } from '../samples.ts';
import { mean, median } from '../statistics.ts';
import type { System } from '../system.ts';
import type { Figures, Measured, ParamsOf } from '../workload.ts';

/** A run is long enough to ask whether its steps become slower when a tenth of it has so many. */
const GROWTH_WINDOW_MIN = 99;

export async function measureSequence(
  system: System,
  params: ParamsOf<'sequence'>,
  deadlineMs: number,
): Promise<Measured> {
  const perStep: number[] = [];
  const growth: number[] = [];
  await takeSamples(params.runs, deadlineMs, async () => {
    marks.clear();
    await runToEnd(system, 'sequence', params.steps);
    const gaps = gapsBetween(marks.times);
    perStep.push(mean(gaps));
    const window = Math.floor(gaps.length / 10);
    // Medians, because one slow answer of the disk is as long as a hundred steps.
    if (window >= GROWTH_WINDOW_MIN) growth.push(median(gaps.slice(-window)) / median(gaps.slice(0, window)));
  });
  const figures: Figures = { perStepMs: median(perStep) };
  if (growth.length > 0) figures.growthRatio = median(growth);
  return { result: true, figures, done: { step: perStep.length * params.steps } };
}

export async function measureFanOut(system: System, params: ParamsOf<'fanOut'>, deadlineMs: number): Promise<Measured> {
  const total: number[] = [];
  const commits: number[] = [];
  await takeSamples(params.runs, deadlineMs, async () => {
    const before = system.commits?.();
    const end = await runToEnd(system, 'fanOut', params.steps);
    total.push(end.recordedMs ?? end.knownMs);
    if (before !== undefined) commits.push(system.commits!() - before);
  });
  const figures: Figures = { totalMs: median(total), perStepMs: median(total) / params.steps };
  if (commits.length > 0) figures.commits = median(commits);
  return { result: true, figures, done: { step: total.length * params.steps } };
}
