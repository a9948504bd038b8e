import { applyPatch, createPatch, diffWords } from 'diff';
import { distance } from 'fastest-levenshtein';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const patch = createPatch('file', 'a\nb\n', await echo('a\nc\n'));
  return [
    applyPatch('a\nb\n', patch),
    diffWords('one two', 'one three').map(({ value, added = false }) => [value, added]),
    distance('kitten', 'sitting'),
  ];
}
