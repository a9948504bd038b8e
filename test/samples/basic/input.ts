import { readFile, stat } from 'node:fs/promises';
import { join, helper as h } from './lib';
import 'dotenv/config';
import { Pool } from 'pg';

export const db = new Pool(), limit = 5;
const cacheFile = join('a', 'b');

/** Does it. */
export async function checkout(orderId: string): Promise<number> {
  'use workflow';
  const rate = await h(1);
  async function inner(x: number = rate) {
    "use step"
    return twice(x) * rate + limit;
  }
  function twice(n: number) { return n * 2 * rate; }
  const again = async (n: number): Promise<number> => {
    'use step';
    return n > 3 ? n : again(n + 1);
  };
  return (await charge(orderId)) + (await inner(3)) + (await again(1)) + (await tools.search.execute('x'));
}

async function charge(orderId: string) {
  'use step';
  const text = await readFile(cacheFile);
  return text.length;
}
charge.maxRetries = 2;

const tools = {
  search: {
    async execute(q: string) {
      'use step';
      return stat(q);
    },
    other: async (q: string) => { 'use step'; return 1 },
  },
};

export class Orders {
  static prefix = 'x';
  static async list<T>(a: T) { 'use step'; return this.prefix }
  async refund(amount: number) { 'use step'; return this.id + amount }
  id = 3;
}
export default async function () { 'use step'; }
