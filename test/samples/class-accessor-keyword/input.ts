import { EOL } from 'node:os';

class Counter {
  static accessor count = 2;
  static async read() {
    'use step';
    return Counter.count + EOL.length;
  }
  static accessor run = async (n: number) => {
    'use step';
    return n + EOL.length;
  };
}

export async function flow() {
  'use workflow';
  return [await Counter.read(), await Counter.run(3)];
}
