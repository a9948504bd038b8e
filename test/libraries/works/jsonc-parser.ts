import { applyEdits, modify, parse } from 'jsonc-parser';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const text = await echo('{ "a": 1, // one\n "b": [1, 2,] }');
  return [parse(text), applyEdits(text, modify(text, ['a'], 2, {}))];
}
