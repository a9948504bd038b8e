import { chunk, cloneDeep, groupBy, isEqual, merge, snakeCase } from 'es-toolkit';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    await echo(chunk([1, 2, 3], 2)),
    groupBy([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even')),
    merge({ a: { b: 1 } }, { a: { c: 1 } }),
    snakeCase('helloWorld'),
    isEqual(cloneDeep(new Set([1])), new Set([1])),
  ];
}
