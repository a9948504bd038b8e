import { createId, init, isCuid } from '@paralleldrive/cuid2';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const id = createId();
  return [(await echo(id)) === id, isCuid(id), id.length, init({ length: 10 })().length, createId() === id];
}
