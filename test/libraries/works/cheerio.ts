import * as cheerio from 'cheerio';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const $ = cheerio.load(await echo('<h2 class="title">Hello world</h2><p>a</p><p>b</p>'));
  $('h2.title').text('Hello there!').addClass('welcome');
  return [
    $.html(),
    $('p')
      .map((_, one) => $(one).text())
      .get(),
  ];
}
