import * as he from 'he';
import { decode, encode } from 'html-entities';
import { decodeHTML } from 'entities';
import escapeHtml from 'escape-html';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    he.encode(await echo('foo © bar')),
    he.decode('&copy;&#x1D306;'),
    encode('<ü>'),
    decode('&eacute;'),
    decodeHTML('&amp;ouml;'),
    escapeHtml('<a b="c">'),
  ];
}
