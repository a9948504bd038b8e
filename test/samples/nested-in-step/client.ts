import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markStep("step//./input//outer", outer); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

async function outer(n: number) {
  
  const inner = markStep("step//./input//outer/inner", { inner: async (m: number) => {
    
    return n + m + EOL.length;
  } }.inner, () => ({ n }));
  return [await inner(1), await inner(2)];
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
