import { expect, test } from 'vitest';
import { maskUnsteady } from './mask-unsteady.ts';

test.each([
  ['numbers', 'id: 0.73,', 'id: 0.71,', 'id: 0.59,', 'id: '],
  ['times', "at: '2026-11-30T10:00:01Z'", "at: '2026-11-30T10:00:09Z'", "at: '2026-12-01T00:00:00Z'", "at: '"],
  ['ids', "paid('ord_a83')", "paid('ord_a91')", "paid('ord_b02')", "paid('"],
])('%s that begin alike by chance are masked as a whole', (_, first, second, other, start) => {
  const text = `${start}… (another value each time)`;
  const masked = maskUnsteady({ plain: { text: first }, live: other, replaying: second }, { text: second });
  expect(masked).toEqual({ plain: { text }, live: text, replaying: text });
});
