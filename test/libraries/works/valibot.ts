import * as v from 'valibot';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const Login = v.object({
    email: v.pipe(v.string(), v.email()),
    age: v.optional(v.pipe(v.number(), v.minValue(18)), 20),
  });
  const bad = v.safeParse(Login, await echo({ email: 'x', age: 3 }));
  return [v.parse(Login, { email: 'a@b.co' }), v.flatten(bad.issues!)];
}
