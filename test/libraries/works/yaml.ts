import { parse, parseDocument, stringify } from 'yaml';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const document = parseDocument(await echo('# order\na: 1\nb: [x, &y 2, *y]\n'));
  document.set('a', 3);
  return [
    String(document),
    parse('on: 2024-01-01\nlist:\n  - a: b\n'),
    stringify({ a: [1, { b: null }], text: 'two\nlines' }),
  ];
}
