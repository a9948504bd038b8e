import { decode, encode } from 'cbor-x';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const bytes = encode({ a: [1, 'ü', { b: 2.5 }] });
  return [decode(await echo(Uint8Array.from(bytes))), Array.from(bytes)];
}
