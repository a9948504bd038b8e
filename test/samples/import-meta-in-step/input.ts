import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

async function where() {
  'use step';
  return [typeof here, typeof import.meta.dirname];
}
export async function flow() {
  'use workflow';
  return where();
}
