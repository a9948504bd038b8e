import { parse } from 'acorn';
import { generate } from 'astring';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const tree = parse(await echo('const a = 1 + 2'), { ecmaVersion: 2022 });
  return [tree.body.length, generate(tree)];
}
