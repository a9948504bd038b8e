import { bin, extent, group, mean, rollup, sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { mean as average, linearRegression } from 'simple-statistics';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    extent(await echo([3, 1, 2])),
    [...group([1, 2, 3], (n) => n % 2)],
    mean([1, 2]),
    [
      ...rollup(
        ['a', 'b', 'a'],
        (all) => all.length,
        (name) => name,
      ),
    ],
    sum([1, 2]),
    bin()([1, 5, 9]).length,
    scaleLinear([0, 10], [0, 100])(3),
    average([1, 2]),
    linearRegression([
      [0, 0],
      [1, 2],
    ]),
  ];
}
