import { err, ok, Result, ResultAsync } from 'neverthrow';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const parse = Result.fromThrowable(JSON.parse, () => 'no JSON');
  const later = await ResultAsync.fromPromise(echo(3), String).map((n) => n + 1);
  return [
    parse('{').isErr(),
    ok(1)
      .map((n) => n + 1)
      .unwrapOr(0),
    err('x').match(
      () => 'ok',
      (error) => error,
    ),
    later.isOk() && later.value,
  ];
}
