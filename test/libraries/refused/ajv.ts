import { Ajv } from 'ajv';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const validate = new Ajv().compile({ type: 'object', properties: { a: { type: 'integer' } } });
  return validate(await echo({ a: 1 }));
}
