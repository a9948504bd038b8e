import { z } from 'zod';
import { echo } from '../echo.ts';

const Order = z.object({
  id: z.uuid(),
  email: z.email(),
  lines: z.array(z.object({ sku: z.string().min(1), count: z.coerce.number().int().positive() })).min(1),
  at: z.iso.datetime().transform((text) => new Date(text)),
  kind: z.discriminatedUnion('type', [
    z.object({ type: z.literal('a'), a: z.string() }),
    z.object({ type: z.literal('b') }),
  ]),
});

export async function program() {
  'use workflow';
  const good = Order.parse({
    id: '0190f5a4-9b1c-7c3e-8a53-4ab5a1a4b9f1',
    email: 'ann@example.com',
    lines: [{ sku: 'x', count: '2' }],
    at: '2024-01-01T00:00:00Z',
    kind: { type: 'b' },
  });
  const bad = Order.safeParse(await echo({ id: 1, email: 'no', lines: [] }));
  return [
    good,
    bad.success,
    bad.error && z.flattenError(bad.error),
    z.toJSONSchema(z.object({ a: z.string().optional() })),
  ];
}
