import { expect, test } from 'vitest';
import { cutText, padText, toLine, widthOf } from './text-width.ts';

test.each([
  ['order', 5],
  ['ünïcode', 7],
  ['日本語', 6],
  ['👩‍👩‍👧 ok', 5],
  ['e\u0301', 1],
  ['', 0],
])('%j takes %d columns', (text, width) => {
  expect(widthOf(text)).toBe(width);
});

test('a text is cut between characters, and ends with an ellipsis', () => {
  expect(cutText('a long name', 6)).toBe('a lon…');
  expect(cutText('日本語', 5)).toBe('日本…');
  expect(cutText('日本語', 4)).toBe('日…');
  expect(cutText('whole', 5)).toBe('whole');
  expect(padText('日', 4)).toBe('日  ');
});

test('no text steers the terminal or turns its direction', () => {
  expect(toLine('a\u001b[2J\u001b]0;title\u0007b\r\nc\td \u202eevil\u0000')).toBe('ab c d evil');
});
