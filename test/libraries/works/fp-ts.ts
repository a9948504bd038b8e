import { pipe } from 'fp-ts/lib/function.js';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as A from 'fp-ts/lib/Array.js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const parsed = pipe(
    await echo('12'),
    (text) => (isNaN(+text) ? E.left('no number') : E.right(+text)),
    E.map((n) => n * 2),
  );
  return [
    parsed,
    pipe(
      [1, 2, 3],
      A.findFirst((n) => n > 1),
      O.getOrElse(() => 0),
    ),
    pipe(
      [1, 2, 3],
      A.partition((n) => n > 1),
    ),
  ];
}
