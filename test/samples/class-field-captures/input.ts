import { EOL } from 'node:os';

/** Each instance has steps of its own, made from what the constructor got. */
class Queue {
  run: (n: number) => Promise<string>;
  constructor(name: string) {
    this.run = async (n) => {
      'use step';
      return `${name} ${n} ${EOL.length}`;
    };
  }
}

export async function flow() {
  'use workflow';
  const first = new Queue('first');
  const second = new Queue('second');
  return [await first.run(1), await second.run(2), await first.run(3)];
}
