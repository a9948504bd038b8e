import { group, objectify, parallel, sift, tryit } from 'radash';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const [failure] = await tryit(async () => {
    throw new Error('no');
  })();
  return [
    await parallel(2, [1, 2, 3], (n) => echo(n * 2)),
    sift([0, 1, null]),
    objectify([{ id: 'a' }], (one) => one.id),
    group([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even')),
    failure?.message,
  ];
}
