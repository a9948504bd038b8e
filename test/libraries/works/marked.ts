import { marked } from 'marked';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return marked.parse(await echo('# Title\n\nSome **bold** `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'), {
    gfm: true,
  });
}
