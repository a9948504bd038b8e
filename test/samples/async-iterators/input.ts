import { EOL } from 'node:os';

const page = async (n: number) => {
  'use step';
  return n < 2 ? { items: [n, n + EOL.length], next: n + 1 } : { items: [], next: null };
};

async function* pages() {
  for (let at: number | null = 0; at !== null;) {
    const { items, next }: { items: number[]; next: number | null } = await page(at);
    yield* items;
    at = next;
  }
}
const stream = {
  async *[Symbol.asyncIterator]() {
    yield* pages();
  },
};

export async function flow() {
  'use workflow';
  const all: number[] = [];
  for await (const item of stream) all.push(item);
  return [all, await Array.fromAsync(pages(), (n) => n * 2)];
}
