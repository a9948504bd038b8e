import jsSha256 from 'js-sha256';
import md5 from 'md5';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [jsSha256.sha256(await echo('abc')), md5('abc')];
}
