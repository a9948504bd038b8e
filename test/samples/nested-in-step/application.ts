import { registerStep, registerClosure, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//outer", outer); registerClosure("step//./input//outer/inner", closure); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

async function outer(n: number) {
  
  const inner = markStep("step//./input//outer/inner", { inner: async (...args) => closure({ n })(...args) }.inner, () => ({ n }));
  return [await inner(1), await inner(2)];
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ n }) { return { inner: async (m: number) => {
    
    return n + m + EOL.length;
  } }.inner; }
