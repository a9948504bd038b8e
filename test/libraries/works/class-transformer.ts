import { instanceToPlain, plainToInstance } from 'class-transformer';
import { isEmail, minLength } from 'class-validator';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  class Line {
    sku = '';
  }
  const line = plainToInstance(Line, { sku: await echo('x') });
  return [line instanceof Line, instanceToPlain(line), isEmail('a@b.co'), minLength('ab', 3)];
}
