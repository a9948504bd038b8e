import queryString from 'query-string';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    queryString.parse(await echo('?a=1&b=2&b=3')),
    queryString.stringify({ b: [1, 2], a: 'ü' }),
    queryString.stringifyUrl({ url: 'https://a.example', query: { x: 'y' } }),
  ];
}
