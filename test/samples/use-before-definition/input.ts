import { EOL } from 'node:os';

const early = declared;

export async function flow() {
  'use workflow';
  return [await early(1), await nested(2)];
  async function nested(n: number) {
    'use step';
    return n + EOL.length;
  }
}

async function declared(n: number) {
  'use step';
  return n * 10 + EOL.length;
}
