import mime from 'mime-types';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return mime.lookup(await echo('a.txt'));
}
