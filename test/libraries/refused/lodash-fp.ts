import fp from 'lodash/fp.js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const total = fp.flow(
    fp.filter((n: number) => n > 1),
    fp.map((n: number) => n * 2),
    fp.sum,
  );
  return [await echo(total([1, 2, 3])), fp.getOr('none', 'a.b', {})];
}
