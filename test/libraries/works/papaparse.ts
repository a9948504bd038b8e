import Papa from 'papaparse';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const { data, meta } = Papa.parse<Record<string, unknown>>(await echo('a,b\n1,"x,y"\n2,z\n'), {
    header: true,
    dynamicTyping: true,
    skipEmptyLines: true,
  });
  return [data, meta.fields, Papa.unparse([{ a: 1, b: 'x,"y' }])];
}
