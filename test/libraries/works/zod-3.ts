import { z, ZodError } from 'zod-3';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const Item = z.object({ name: z.string().min(2), count: z.number().default(1) }).strict();
  const bad = Item.safeParse(await echo({ name: 'a', more: 1 }));
  return [Item.parse({ name: 'ab' }), bad.error?.format(), bad.error instanceof ZodError];
}
