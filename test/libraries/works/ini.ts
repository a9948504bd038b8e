import ini from 'ini';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [ini.parse(await echo('a=1\n[b]\nc=d\nlist[]=1\nlist[]=2\n')), ini.stringify({ a: { b: 'c' } })];
}
