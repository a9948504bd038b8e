import validator from 'validator';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    validator.isEmail(await echo('a@b.co')),
    validator.isIBAN('DE89370400440532013000'),
    validator.isCreditCard('4111111111111111'),
    validator.escape('<a>'),
    validator.isISO8601('2024-02-30', { strict: true }),
    validator.isUUID('x'),
  ];
}
