import { expect, it } from 'vitest';
import { drawCurves, findGrowth, type Sample } from './curves.ts';

const flat = (atS: number): Sample => ({
  atS,
  runs: 10 * atS,
  fileMb: 5,
  reachableMb: 30 + (atS % 3),
  rssMb: 120,
  budgetKb: 0.2,
  budgetMostKb: 3,
  descriptors: 40,
  delayP99Ms: 11,
  delayMaxMs: 30 * atS,
});

const samples = Array.from({ length: 30 }, (_, i) => flat((i + 1) * 20));

it('a curve that stays flat is no growth, and delays are only shown', () => {
  expect(findGrowth(samples)).toEqual([]);
});

it('memory that is never given back is named', () => {
  const leaking = samples.map((sample) => ({ ...sample, reachableMb: 30 + sample.atS / 20 }));
  expect(findGrowth(leaking)).toEqual(['reachable memory, MB: grew from 45.5 to 55.5']);
});

it('a storm that is too short says nothing about growth', () => {
  expect(findGrowth(samples.map((sample) => ({ ...sample, atS: sample.atS / 20, fileMb: sample.atS })))).toEqual([]);
});

it('every curve is drawn with its first, middle and last value', () => {
  expect(drawCurves(samples.slice(0, 3)).split('\n')[6]).toBe(
    '  file, MB                                 5.0     5.0     5.0  ███',
  );
});
