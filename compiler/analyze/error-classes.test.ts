import { expect, test } from 'vitest';
import { ERROR_CLASS_TEXTS, mayHoldErrorClass } from './error-classes.ts';

test.each([
  'class Refusal extends Problem {}',
  `const NotFoundError = create('NotFound');`,
  'const { Gone, NotFoundError, Überlauf } = createAll();',
  'export const Late: ErrorClass = makeError(1);',
  'util.inherits(Old, Error);',
])('a file with "%s" may hold a class of errors', (code) => {
  expect(mayHoldErrorClass(code)).toBe(true);
});

test('no text repeats a class with letters of Unicode many times: bundlers compile it for each build', () => {
  const slow = ERROR_CLASS_TEXTS.filter(({ source }) => /\[(?!\^)[^\]]*\\[wsd][^\]]*\]\{\d/.test(source));
  expect(slow).toEqual([]);
});
