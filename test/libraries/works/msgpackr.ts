import { pack, unpack } from 'msgpackr';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const bytes = pack({ a: [1, 'ü', new Date(0)], b: new Map([['x', 1.5]]) });
  return [unpack(await echo(Uint8Array.from(bytes))), Array.from(bytes)];
}
