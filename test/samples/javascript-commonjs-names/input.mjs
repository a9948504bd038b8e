import { EOL } from 'node:os';

/** `module` and `exports` are only names here. */
export async function flow(module) {
  'use workflow';
  const exports = { value: module };
  return step(exports);
}

async function step(exports) {
  'use step';
  return [exports.value, EOL.length];
}
