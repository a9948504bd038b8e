import { expect, test } from 'vitest';
import { nameOf, placedNameOf } from './ids.ts';

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
