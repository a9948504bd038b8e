import { EOL } from 'node:os';

class Counter {
  constructor(private start: number) {}
  async plain(n: number) {
    'use step';
    return n + EOL.length;
  }
  twice = async (n: number) => {
    'use step';
    return n * 2 * EOL.length;
  };
  sum(): number {
    return this.start;
  }
}

export async function count(n: number) {
  'use workflow';
  const counter = new Counter(n);
  return [await counter.plain(n), await counter.twice(n), counter.sum()];
}
