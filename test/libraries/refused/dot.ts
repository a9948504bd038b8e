import dot from 'dot';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return dot.template('Hi {{=it.name}}')({ name: await echo('Ann') });
}
