import { Parser } from 'expr-eval';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    Parser.evaluate(await echo('2 ^ x + max(1, y)'), { x: 3, y: 5 }),
    new Parser().parse('a * (b + 1)').simplify({ b: 2 }).toString(),
  ];
}
