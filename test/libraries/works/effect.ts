import { Effect, Option, Schema, pipe } from 'effect';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const program = Effect.gen(function* () {
    const one = yield* Effect.succeed(20);
    const two = yield* Effect.fail('lost').pipe(Effect.orElseSucceed(() => 22));
    return one + two;
  });
  const Person = Schema.Struct({ name: Schema.NonEmptyString, age: Schema.NumberFromString });
  return [
    await echo(Effect.runSync(program)),
    Option.getOrElse(
      pipe(
        Option.some(1),
        Option.map((n) => n + 1),
      ),
      () => 0,
    ),
    Schema.decodeUnknownSync(Person)({ name: 'ann', age: '3' }),
    Schema.is(Person)({ name: '' }),
  ];
}
