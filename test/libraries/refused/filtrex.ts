import { compileExpression } from 'filtrex';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return compileExpression('a > 1')({ a: await echo(2) });
}
