import { parseTemplate } from 'url-template';
import join from 'url-join';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    parseTemplate('/users{/id}{?q}').expand({ id: await echo('7'), q: 'ü' }),
    join('https://a.example', '/b/', 'c'),
  ];
}
