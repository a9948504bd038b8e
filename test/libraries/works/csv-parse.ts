import { parse } from 'csv-parse/browser/esm/sync';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return parse(await echo('a,b\n1,"x,y"\n'), { columns: true });
}
