import { decode, encode } from '@msgpack/msgpack';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const bytes = encode({ a: [1, 'ü'], on: new Date(0) });
  return [decode(await echo(bytes)), Array.from(bytes)];
}
