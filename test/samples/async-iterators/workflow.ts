import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const page = /* @__PURE__ */ stepProxy("step//./input//page", undefined, undefined, undefined, 1);

async function* pages() {
  for (let at: number | null = 0; at !== null;) {
    const { items, next }: { items: number[]; next: number | null } = await page(at);
    yield* items;
    at = next;
  }
}
const stream = /* @__PURE__ */ (() => ({
  async *[Symbol.asyncIterator]() {
    yield* pages();
  },
}))();

export async function flow() {
  
  const all: number[] = [];
  for await (const item of stream) all.push(item);
  return [all, await Array.fromAsync(pages(), (n) => n * 2)];
}
