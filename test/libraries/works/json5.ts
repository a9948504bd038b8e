import JSON5 from 'json5';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [JSON5.parse(await echo("{ a: .5, /* c */ b: 'x', c: [1,], }")), JSON5.stringify({ a: [1, "it's"] })];
}
