import base64 from 'base64-js';
import { Base64 } from 'js-base64';
import { Buffer } from 'buffer/index.js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    base64.fromByteArray(new Uint8Array([1, 2, 3])),
    Base64.encode(await echo('grüße')),
    Base64.decode('Z3LDvMOfZQ=='),
    Buffer.from('ü').toString('hex'),
  ];
}
