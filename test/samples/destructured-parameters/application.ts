import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//order", order); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

async function order({ id, items: [first, , third = 'none'], ...others }: { id: number; items: string[]; note?: string }) {
  
  return { id, first, third, others, eol: EOL.length };
}
const pair = registerStep("step//./input//pair", { pair: async ([a, b]: [number, number], { c: { d = 4 } = {} }: { c?: { d?: number } } = {}) => {
  
  return a + b + d + EOL.length;
} }.pair);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
