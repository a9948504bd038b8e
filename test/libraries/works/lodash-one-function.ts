import groupBy from 'lodash/groupBy.js';
import isEqual from 'lodash/isEqual.js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [await echo(groupBy([1.2, 1.4, 2.1], Math.floor)), isEqual([1, { a: 2 }], [1, { a: 2 }])];
}
