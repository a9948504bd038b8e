import * as R from 'ramda';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const byAge = R.groupBy((user: { age: number }) => (user.age > 17 ? 'adult' : 'child'));
  return [
    await echo(byAge([{ age: 3 }, { age: 30 }])),
    R.pipe(
      R.filter((n: number) => n > 1),
      R.sum,
    )([1, 2, 3]),
    R.assocPath(['a', 'b'], 1, {}),
    R.equals({ a: [1] }, { a: [1] }),
  ];
}
