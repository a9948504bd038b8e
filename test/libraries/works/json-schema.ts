import { Validator } from '@cfworker/json-schema';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const validator = new Validator({
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'integer', minimum: 2 } },
  });
  return [validator.validate(await echo({ a: 1 })), validator.validate({ a: 2 }).valid];
}
