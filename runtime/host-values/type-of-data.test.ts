import { expect, test } from 'vitest';
import type { StoredType } from '../contract/stored-types.ts';
import { StoredInstance } from './display-values.ts';
import { typeOfData } from './type-of-data.ts';

const PAID = { is: 1, member: 'Paid' };

test.each<[string, data: unknown, type: StoredType]>([
  ['values', ['a', true, 1n, null, undefined], { tuple: [{ is: 'a' }, { is: true }, 'bigint', 'null', 'undefined'] }],
  ['a hole in a list', Array(1), { tuple: ['undefined'] }],
  ['an instance', new StoredInstance('class//a//B', {}), 'instance'],
  ['an object of JavaScript', new Date(), 'instance'],
  ['what only code can have', Symbol('unread'), 'unknown'],
  ['a map', new Map([['a', 1]]), { instanceOf: 'Map', of: [{ is: 'a' }, { is: 1 }] }],
  ['a set', new Set(['a', 'a']), { instanceOf: 'Set', of: [{ is: 'a' }] }],
  ['an object', { a: { b: 1 } }, { fields: { a: { fields: { b: { is: 1 } } } } }],
])('data have a type: %s', (_, data, type) => {
  expect(typeOfData(data, 'unknown')).toEqual(type);
});

test('numbers get the names that they have where they come from', () => {
  const given: StoredType = { anyOf: ['null', { fields: { status: [PAID, 'optional'], all: { listOf: PAID } } }] };
  const type = { fields: { status: PAID, all: { tuple: [PAID, { is: 2 }] } } };
  expect(typeOfData({ status: 1, all: [1, 2] }, given)).toEqual(type);
});

test('parts beyond a limit are unknown', () => {
  const ring: { next?: unknown } = {};
  ring.next = ring;
  expect(JSON.stringify(typeOfData(ring, 'unknown'))).toMatch(/^(\{"fields":\{"next":){8}"unknown"/);
  const { tuple } = typeOfData(Array(20_000).fill(1), 'unknown') as { tuple: StoredType[] };
  expect(tuple.at(-1)).toBe('unknown');
});
