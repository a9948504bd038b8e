import { expect, test } from 'vitest';
import { redact, secretsOfEnvironment, secretsOfHeaders, textsOf } from './redact.ts';

const PROMPT = 'The patient Erika Mustermann, born in 1964, complains about headaches since May.';

test.each([
  ['Wrong key abcdef123 given', 'Wrong key [key] given'],
  ['Use Bearer eyJhbGciOi.abc-def', 'Use [key]'],
  ['Incorrect API key provided: sk-proj-****************wxyz.', 'Incorrect API key provided: [key].'],
  ['GET https://user:pw@files.test/a.pdf?sig=1234 failed', 'GET https://files.test/a.pdf failed'],
  [`"${PROMPT}" is refused`, '"[prompt]" is refused'],
  [`Refused: "${PROMPT.slice(4, 60)}..."`, 'Refused: "[prompt]..."'],
  ['The model does not exist', 'The model does not exist'],
])('%j becomes %j', (text, clean) => {
  const quotes = textsOf([{ role: 'user', content: [{ type: 'text', text: PROMPT }] }]);
  expect(redact(text, { secrets: ['abcdef123'], quotes })).toBe(clean);
});

test('long texts are cut', () => {
  expect(redact('word '.repeat(10_000), { secrets: [], quotes: [] }).length).toBeLessThan(500);
});

test('values of variables and headers that are credentials by their names are known', () => {
  expect(secretsOfEnvironment({ OPENAI_API_KEY: 'one-secret', HOME: 'a folder', PIN_TOKEN: 'x' })).toEqual([
    'one-secret',
  ]);
  expect(secretsOfHeaders({ Authorization: 'Bearer two-secret', 'x-api-key': 'three-secret', accept: 'text' })).toEqual(
    ['Bearer two-secret', 'two-secret', 'three-secret', 'three-secret'],
  );
});
