import { readFile } from 'node:fs/promises';

const source = await readFile(new URL(import.meta.url), 'utf8');
const { length } = source;

async function size() {
  'use step';
  return length > 0;
}
export async function flow() {
  'use workflow';
  return size();
}
