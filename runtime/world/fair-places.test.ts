import { expect, test } from 'vitest';
import { FairPlaces } from './fair-places.ts';

const due = (...names: string[]) => names.map((workflowId, dueAt) => ({ workflowId, dueAt }));

test.each<[limit: number, names: string[], busy: Record<string, number>, shares: Record<string, number>]>([
  [5, ['a', 'b'], {}, { a: 3, b: 2 }],
  [1, ['a', 'b'], { a: 7 }, { b: 1 }],
  [4, ['a', 'b'], { a: 2, c: 9 }, { b: 3, a: 1 }],
  [2, ['a', 'b', 'c'], {}, { a: 1, b: 1 }],
  [9, ['a'], { a: 100 }, { a: 9 }],
  [9, [], { a: 100 }, {}],
  [0, ['a', 'b'], {}, {}],
])('%i places for %j beside %j', (limit, names, busy, shares) => {
  const places = new FairPlaces(limit, due(...names).toReversed(), busy);
  expect(Object.fromEntries(places.share())).toEqual(shares);
});

test('places that a workflow cannot fill are for the others', () => {
  const places = new FairPlaces(10, due('a', 'b', 'c'), {});
  for (const [workflowId, share] of places.share()) places.take(workflowId, workflowId === 'a' ? share : 1, share);
  expect(Object.fromEntries(places.share())).toEqual({ a: 4 });
  places.take('a', 4, 4);
  expect(places.share().size).toBe(0);
});
