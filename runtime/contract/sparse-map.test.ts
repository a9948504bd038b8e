import { expect, test } from 'vitest';
import { SparseMap } from './sparse-map.ts';

test('a map that is empty now and then holds what a Map would', () => {
  const map = new SparseMap<number, string>();
  expect([map.size, map.has(1), map.get(1), [...map], [...map.values()]]).toEqual([0, false, undefined, [], []]);
  map.delete(1);
  map.set(1, 'a');
  map.set(2, 'b');
  for (const [key] of map) map.delete(key);
  expect([map.size, [...map]]).toEqual([0, []]);
  map.set(3, 'c');
  expect([map.size, map.get(3), [...map], [...map.values()]]).toEqual([1, 'c', [[3, 'c']], ['c']]);
  map.clear();
  expect(map.size).toBe(0);
});
