import * as yaml from 'js-yaml';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [yaml.load(await echo('a: 1\nb:\n  - x\n  - !!float 2\n')), yaml.dump({ a: [1, { b: 'c: d' }] })];
}
