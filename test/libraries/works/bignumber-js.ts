import BigNumber from 'bignumber.js';
import { echo } from '../echo.ts';

BigNumber.config({
  DECIMAL_PLACES: 4,
  ROUNDING_MODE: BigNumber.ROUND_UP,
  FORMAT: { decimalSeparator: ',', groupSeparator: '.', groupSize: 3 },
});

export async function program() {
  'use workflow';
  return [
    await echo(new BigNumber(2).div(3).toString()),
    new BigNumber('1234567.891').toFormat(2),
    BigNumber.max(1, '3', 2).toNumber(),
    new BigNumber('0xff').plus(1).toString(2),
  ];
}
