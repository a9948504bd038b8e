'use workflow';
import { EOL } from 'node:os';

export async function outer(n: number) {
  async function inner() {
    'use step';
    return n + EOL.length;
  }
  return inner();
}
function helper() {
  return 1;
}
export async function other() {
  return helper();
}
