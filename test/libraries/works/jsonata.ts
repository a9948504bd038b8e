import jsonata from 'jsonata';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    await jsonata(await echo('$sum(lines.(price * count))')).evaluate({
      lines: [
        { price: 2, count: 3 },
        { price: 1, count: 4 },
      ],
    }),
    await jsonata('$uppercase("ü") & $string($map([1,2], function($n) { $n * 2 }))').evaluate({}),
  ];
}
