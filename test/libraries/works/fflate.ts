import { gunzipSync, gzipSync, strFromU8, strToU8 } from 'fflate';
import * as pako from 'pako';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const bytes = gzipSync(strToU8('text '.repeat(50)), { mtime: 1 });
  return [
    strFromU8(gunzipSync(await echo(bytes))).length,
    bytes.length,
    pako.inflate(pako.deflate('hello'), { to: 'string' }),
  ];
}
