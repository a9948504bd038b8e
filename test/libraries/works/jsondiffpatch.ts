import { create } from 'jsondiffpatch';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const differ = create();
  const delta = differ.diff({ a: 1, list: [1, 2] }, await echo({ a: 2, list: [2, 3] }));
  return [delta, differ.patch({ a: 1, list: [1, 2] }, structuredClone(delta))];
}
