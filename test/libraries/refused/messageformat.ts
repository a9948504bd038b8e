import MessageFormat from '@messageformat/core';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return new MessageFormat('en').compile('{n, plural, one{one} other{#}}')({ n: await echo(1) });
}
