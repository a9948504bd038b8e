import { expect, test } from 'vitest';
import { findExported } from './exported-functions.ts';

async function checkout(): Promise<void> {}
async function onlyInside(): Promise<void> {}
class Orders {
  static async charge(): Promise<void> {}
  async ship(): Promise<void> {}
  get state(): string {
    return 'open';
  }
}
const refund = async (): Promise<void> => {};
const exports = {
  checkout,
  Orders,
  shop: { orders: { refund } },
  other: onlyInside,
  default: { viaDefault: checkout },
};

test.each([
  ['a function', 'checkout', checkout],
  ['a function that is exported under another name', 'onlyInside', onlyInside],
  ['a class', 'Orders', Orders],
  ['a static method', 'Orders.charge', Orders.charge],
  ['a method of instances', 'Orders#ship', Orders.prototype.ship],
  ['a member of an object', 'shop/orders/refund', refund],
  ['a getter, which is no function', 'Orders#state', null],
  ['a function inside of another one', 'checkout/inner', null],
  ['a function that is not exported', 'secret', null],
  ['another function under the name of one that is not exported', 'other', null],
  ['something that objects inherit', 'shop/toString', null],
])('%s is found, or is not, by its path in the source', (_, path, expected) => {
  expect(findExported(exports, path)).toBe(expected);
});

test('an anonymous default export is found by its place', () => {
  const module = { default: async () => {} };
  expect(findExported(module, 'default')).toBe(module.default);
});

test('exports of a CommonJS module are found even if an import sees only its default export', () => {
  expect(findExported({ default: { checkout } }, 'checkout')).toBe(checkout);
});
