import * as z from 'zod/mini';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const Item = z.object({ name: z.string().check(z.minLength(2)), tags: z.optional(z.array(z.string())) });
  return [await echo(Item.parse({ name: 'ab' })), Item.safeParse({ name: 'a' }).error?.issues];
}
