import mime from 'mime';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [mime.getType(await echo('a.txt')), mime.getExtension('application/json')];
}
