import { calledDirectly, markWorkflow, markStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); markStep("step//./input//both", both); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function createSum(...args: number[]) {
  const sum = markStep("step//./input//createSum/sum", { sum: async (more: number) => {
    
    return args.reduce((a, b) => a + b, more) + EOL.length;
  } }.sum, () => ({ args }));
  return markStep("step//./input//createSum/anonymous", async (more: number) => {
    
    return (await sum(more)) + args.length;
  }, () => ({ args }));
}

/** Calls a nested step where it stands. */
async function both(n: number) {
  
  return createSum(n)(n);
}
