import { EOL } from 'node:os';

const cached = <T>(fn: T): T => fn;

export default cached(async (n: number) => {
  'use step';
  return n + EOL.length;
});

export async function flow() {
  'use workflow';
}
