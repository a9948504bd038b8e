import { EOL } from 'node:os';
'use workflow';

export async function flow() {
  return EOL;
}
