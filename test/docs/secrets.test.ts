/** The lists of docs/secrets.md are those of the code. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SECRET_FIELDS, SECRET_HEADERS, SECRET_PARAMETERS } from '../../runtime/values/secret-names.ts';

const page = readFileSync(new URL('../../docs/secrets.md', import.meta.url), 'utf8');

/** The names in the paragraph that begins with these words, or that follows them. */
const namesAfter = (words: string): string[] => {
  const rest = page.slice(page.indexOf(words) + words.length);
  return [...rest.slice(0, rest.search(/\n(?:\n|- )/)).matchAll(/`([a-z-]+)`/g)].map(([, name]) => name!);
};

test('the page of secrets names every field, header and parameter that is masked', () => {
  expect(namesAfter('`Client-Secret`):\n\n')).toEqual([...SECRET_HEADERS, ...SECRET_FIELDS]);
  expect(namesAfter('also the parameters')).toEqual(SECRET_PARAMETERS);
});
