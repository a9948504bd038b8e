import MiniSearch from 'minisearch';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const search = new MiniSearch({ fields: ['text'], storeFields: ['text'] });
  search.addAll([
    { id: 1, text: 'durable workflow' },
    { id: 2, text: 'another text' },
  ]);
  return search.search(await echo('workflw'), { fuzzy: 0.2 }).map(({ id, text, score }) => [id, text, score]);
}
