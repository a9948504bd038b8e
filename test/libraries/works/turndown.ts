import TurndownService from 'turndown';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return new TurndownService({ headingStyle: 'atx' }).turndown(
    await echo('<h1>Hello</h1><p>a <b>b</b></p><ul><li>x</li></ul>'),
  );
}
