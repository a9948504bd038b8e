import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//leaf", leaf); registerStep("step//./input//branch", branch); markWorkflow("workflow//./input//tree", tree); markWorkflow("workflow//./input//inline", inline); import { EOL } from 'node:os';

async function leaf(n: number) {
  
  return n + EOL.length;
}
async function branch(n: number): Promise<number> {
  
  return n > 0 ? (await leaf(n)) + (await branch(n - 1)) : 0;
}

export async function tree() { return calledDirectly("workflow//./input//tree"); }

export async function inline() { return calledDirectly("workflow//./input//inline"); }
