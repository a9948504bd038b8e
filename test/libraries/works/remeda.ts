import * as R from 'remeda';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    await echo(
      R.pipe(
        [1, 2, 2, 3],
        R.filter((n) => n > 1),
        R.unique(),
        R.map((n) => n * 2),
      ),
    ),
    R.groupBy([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even')),
    R.clone({ a: [1] }),
  ];
}
