import hash from 'object-hash';
import stringify from 'fast-json-stable-stringify';
import { hash as ohash } from 'ohash';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    hash(await echo({ b: [1, 2], a: 'ü' })),
    hash([new Date(0)], { algorithm: 'md5' }),
    stringify({ b: 1, a: 2 }),
    ohash({ a: 1 }),
  ];
}
