import { chunk, debounce, get, groupBy, isPlainObject, sortBy } from 'lodash-es';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const parts = await echo(chunk([1, 2, 3, 4, 5], 2));
  return [
    parts,
    groupBy(parts, 'length'),
    sortBy(['b', 'a']),
    get({ a: [{ b: 1 }] }, 'a[0].b'),
    isPlainObject({}),
    typeof debounce,
  ];
}
