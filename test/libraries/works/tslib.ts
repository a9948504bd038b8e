import { __awaiter, __rest } from 'tslib';
import invariant from 'tiny-invariant';
import dedent from 'dedent';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  invariant(__awaiter, 'there');
  return [
    __rest({ a: 1, b: 2 }, ['a']),
    await echo(dedent`
    one
      two
  `),
  ];
}
