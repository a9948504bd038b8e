/** Layout is free, and everything else counts. */
import { expect, test } from 'vitest';
import { normalizeCode } from './normalize-code.ts';

const CODE = `async (id: string) => {
  'use step';
  const url = 'https://pay.example/' + id; // where
  return await post(url, { id, items: [1, 2] });
}`;

test.each<[string, string]>([
  ['other spaces and lines', CODE.replaceAll(/\s+/g, ' ').replace('// where', '')],
  ['Windows line ends', CODE.replaceAll('\n', '\r\n')],
  ['other comments', CODE.replace('// where', '/* over\nthere */')],
  ['double quotes', CODE.replaceAll("'", '"')],
  ['no semicolons', CODE.replaceAll(';', '')],
  ['commas at the end', CODE.replace('2] }', '2,], }')],
])('code with %s is the same', (_, other) => {
  expect(normalizeCode(other)).toBe(normalizeCode(CODE));
});

test.each<[string, string]>([
  ['another name', CODE.replace('post', 'send')],
  ['another text', CODE.replace('https', 'http')],
  ['what looks like a comment in a text', CODE.replace('//pay.example', '//bank.example')],
  ['spaces in a text', CODE.replace("pay.example/'", "pay.example/ '")],
  ['another number', CODE.replace('2]', '3]')],
  ['words that join', CODE.replace('await post', 'awaitpost')],
])('code with %s is not', (_, other) => {
  expect(normalizeCode(other)).not.toBe(normalizeCode(CODE));
});
