import currency from 'currency.js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    await echo(currency(1.1).add(2.2).value),
    currency('1,234.56').format({ symbol: '€' }),
    currency(10).distribute(3).map(String),
  ];
}
