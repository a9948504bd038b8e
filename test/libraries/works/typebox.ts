import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const T = Type.Object({ x: Type.Number({ minimum: 1 }), y: Type.Optional(Type.String()) });
  return [
    Value.Check(T, await echo({ x: 1 })),
    [...Value.Errors(T, { x: 0, y: 1 })].map(({ path, message }) => [path, message]),
    Value.Create(T),
  ];
}
