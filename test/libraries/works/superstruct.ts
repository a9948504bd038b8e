import { array, assert, create, defaulted, number, object, string, StructError } from 'superstruct';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const Article = object({ id: defaulted(number(), 7), title: string(), tags: array(string()) });
  let failure: unknown = null;
  try {
    assert(await echo({ id: 34, title: 1, tags: [] }), Article);
  } catch (error) {
    failure = error instanceof StructError && [error.message, error.path];
  }
  return [create({ title: 'x', tags: ['a'] }, Article), failure];
}
