import jsonpatch from 'fast-json-patch';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const before = { a: 1, list: [1, 2] };
  const patch = jsonpatch.compare(before, await echo({ a: 2, list: [1, 2, 3] }));
  return [
    patch,
    jsonpatch.applyPatch(structuredClone(before), patch).newDocument,
    jsonpatch.validate([{ op: 'replace', path: '/x', value: 1 }], before)?.name,
  ];
}
