import Fraction from 'fraction.js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    await echo(new Fraction('1.(3)').toFraction()),
    new Fraction(1, 3).add('2/3').valueOf(),
    new Fraction(0.75).toLatex(),
  ];
}
