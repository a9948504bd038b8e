import CryptoJS from 'crypto-js';
import sha256 from 'crypto-js/sha256.js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    sha256(await echo('abc')).toString(),
    CryptoJS.HmacSHA1('text', 'key').toString(CryptoJS.enc.Base64),
    CryptoJS.AES.decrypt(CryptoJS.AES.encrypt('secret', 'pass').toString(), 'pass').toString(CryptoJS.enc.Utf8),
  ];
}
