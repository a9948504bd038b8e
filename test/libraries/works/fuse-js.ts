import Fuse from 'fuse.js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const fuse = new Fuse([{ title: 'Old Man' }, { title: 'The Lock Artist' }, { title: 'HTML5' }], {
    keys: ['title'],
    includeScore: true,
  });
  return fuse.search(await echo('locc')).map(({ item, score }) => [item, score]);
}
