import async from 'async';
import { eachSeries, mapLimit } from 'async';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const seen: number[] = [];
  await eachSeries([1, 2], async (n) => void seen.push(await echo(n)));
  return [
    seen,
    await mapLimit([1, 2, 3], 2, async (n: number) => echo(n * 2)),
    await async.reduce([1, 2, 3], 0, async (sum: number | undefined, n: number) => (sum ?? 0) + n),
  ];
}
