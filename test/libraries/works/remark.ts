import { remark } from 'remark';
import remarkHtml from 'remark-html';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return String(
    await remark()
      .use(remarkHtml)
      .process(await echo('# Hi\n\n* one &amp; two\n')),
  );
}
