import pAll from 'p-all';
import pMap from 'p-map';
import pSeries from 'p-series';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    await pMap([1, 2, 3], (n) => echo(n * 2), { concurrency: 2 }),
    await pAll([() => echo(1), () => echo(2)]),
    await pSeries([() => echo(3)]),
  ];
}
