import * as t from 'io-ts';
import { isRight } from 'fp-ts/lib/Either.js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const User = t.type({ id: t.number, name: t.string });
  return [isRight(User.decode(await echo({ id: 1, name: 'a' }))), isRight(User.decode({ id: 'x' }))];
}
