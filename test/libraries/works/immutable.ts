import { List, Map as ImmutableMap, Record } from 'immutable';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const Line = Record({ sku: '', count: 1 });
  const list = List([3, 1, 2])
    .sort()
    .push(await echo(9));
  return [list.toJS(), ImmutableMap({ a: 1 }).set('b', 2).toJS(), new Line({ sku: 'x' }).set('count', 2).toObject()];
}
