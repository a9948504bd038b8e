import { expect, test } from 'vitest';
import { toModelNames } from './tool-names.ts';

const MODEL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

test('names that models take stay as they are, behind the prefix', () => {
  expect([...toModelNames(['search', 'get-page_2'], 'docs_')]).toEqual([
    ['search', 'docs_search'],
    ['get-page_2', 'docs_get-page_2'],
  ]);
});

test('every name becomes one that models take, and no two become the same', () => {
  const long = 'x'.repeat(80);
  const names = ['a.b', 'a/b', 'a_b', 'größe', '', 'wetter ☔', long, `${long}y`, 'c.d'];
  const found = [...toModelNames(names, '').values()];
  expect(found.filter((name) => !MODEL_NAME.test(name))).toEqual([]);
  expect(new Set(found).size).toBe(names.length);
  expect(found[2]).toBe('a_b');
  expect(found.at(-1)).toBe('c_d');
});

test('a prefix that is too long still leaves names that models take', () => {
  const found = [...toModelNames(['one', 'two'], 'p'.repeat(70)).values()];
  expect(found.every((name) => MODEL_NAME.test(name))).toBe(true);
  expect(new Set(found).size).toBe(2);
});

test('a tool has the same name in whatever order they come', () => {
  const names = ['a.b', 'a/b', 'a_b', 'c.d'];
  const turned = toModelNames(names.toReversed(), '');
  expect([...toModelNames(names, '')].filter(([name, found]) => turned.get(name) !== found)).toEqual([]);
});
