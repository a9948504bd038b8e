import { expect, test } from 'vitest';
import { UlidSequence, nameOf, placedNameOf } from './ids.ts';

test.each([
  ['workflow//./workflows/order//order', 'order'],
  ['step//./workflows/order//order/charge', 'charge'],
  ['step//./shop//Shop.charge', 'Shop.charge'],
  ['step//workflow//fetch', 'fetch'],
  ['order', 'order'],
])('messages call %s by its name', (id, name) => {
  expect(nameOf(id)).toBe(name);
});

test('a message about missing code names the module as well', () => {
  expect(placedNameOf('step//./workflows/order//order/charge')).toBe('"charge" (./workflows/order)');
  expect(placedNameOf('charge')).toBe('"charge"');
});

test('ids of one process stand in the order in which they were made, also when the clock stands or goes back', () => {
  const sequence = new UlidSequence();
  const random = (): Uint8Array => crypto.getRandomValues(new Uint8Array(10));
  const ids = [5, 5, 5, 5, 6, 4, 6, 7, 7].map((nowMs) => sequence.next(nowMs, random()));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
});
