import Mustache from 'mustache';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return Mustache.render(await echo('{{#items}}<{{name}} {{{raw}}}>{{/items}}{{^none}}-{{/none}}'), {
    items: [{ name: 'a&b', raw: '&' }],
  });
}
