import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    bytesToHex(sha256(utf8ToBytes(await echo('abc')))),
    bytesToHex(hmac(sha256, utf8ToBytes('key'), utf8ToBytes('text'))),
  ];
}
