import Big from 'big.js';
import { echo } from '../echo.ts';

Big.DP = 5;
Big.RM = Big.roundUp;

export async function program() {
  'use workflow';
  return [
    await echo(new Big(1).div(3).toString()),
    new Big('0.1').plus('0.2').toFixed(2),
    new Big(2).sqrt().toString(),
  ];
}
