import { add, allocate, dinero, multiply, toDecimal, toSnapshot } from 'dinero.js';
import { EUR } from 'dinero.js/currencies';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const price = dinero({ amount: 1099, currency: EUR });
  return [
    await echo(toSnapshot(add(price, price))),
    allocate(price, [1, 1, 1]).map((part) => toDecimal(part)),
    toDecimal(multiply(price, { amount: 119, scale: 2 })),
  ];
}
