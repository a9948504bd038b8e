import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const page = registerStep("step//./input//page", { page: async (n: number) => {
  
  return n < 2 ? { items: [n, n + EOL.length], next: n + 1 } : { items: [], next: null };
} }.page);

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

export async function flow() { return calledDirectly("workflow//./input//flow"); }
