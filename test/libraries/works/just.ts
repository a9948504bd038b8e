import clone from 'just-clone';
import groupBy from 'just-group-by';
import pick from 'just-pick';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [await echo(pick({ a: 1, b: 2 }, ['a'])), clone({ a: new Date(0) }), groupBy([1.1, 1.2, 2], Math.floor)];
}
