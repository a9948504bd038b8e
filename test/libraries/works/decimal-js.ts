import { Decimal } from 'decimal.js';
import { echo } from '../echo.ts';

Decimal.set({ precision: 6, rounding: Decimal.ROUND_DOWN });

export async function program() {
  'use workflow';
  return [
    await echo(new Decimal(2).sqrt().toString()),
    Decimal.sum(0.1, 0.2).toString(),
    new Decimal('1e3').ln().toString(),
    new Decimal(1).div(3).toFraction().join('/'),
  ];
}
