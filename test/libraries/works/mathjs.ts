import { all, create, evaluate, format, matrix, multiply, unit } from 'mathjs';
import { echo } from '../echo.ts';

const math = create(all, { number: 'BigNumber', precision: 20 });

export async function program() {
  'use workflow';
  return [
    await echo(evaluate('sqrt(3^2 + 4^2) + f(2)', { f: (x: number) => x * 10 })),
    format(
      multiply(
        matrix([
          [1, 2],
          [3, 4],
        ]),
        [1, 1],
      ),
    ),
    unit('5 cm').to('inch').toString(),
    math.format(math.evaluate!('1/3')),
    math.derivative!('x^2 + x', 'x').toString(),
  ];
}
