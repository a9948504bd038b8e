import qs from 'qs';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    qs.parse(await echo('a[b][c]=d&e[]=1&e[]=2')),
    qs.stringify({ a: { b: ['c', 'ü'] }, d: new Date(0) }),
    qs.stringify({ a: null }, { strictNullHandling: true }),
  ];
}
