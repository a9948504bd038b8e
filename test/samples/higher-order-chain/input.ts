import { EOL } from 'node:os';

type Run = (n: number) => Promise<number>;
const retry = (fn: Run): Run => (n) => fn(n);
const log =
  (label: string) =>
  (fn: Run): Run =>
  async (n) =>
    (await fn(n)) + label.length;

const load = log('load')(
  retry(async (n) => {
    'use step';
    return n + EOL.length;
  }),
);

export async function flow() {
  'use workflow';
  return load(2);
}
