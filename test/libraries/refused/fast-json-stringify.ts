import build from 'fast-json-stringify';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return build({ type: 'object', properties: { a: { type: 'string' } } })({ a: await echo('x') });
}
