import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; registerStep("step//./input//declared", declared); registerStep("step//./input//callAll", callAll); markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested", closure); registerClosure("step//./input//flow/nestedArrow", closure$1); import { EOL } from 'node:os';

type Run = (n: number) => Promise<number>;

async function declared(n: number): Promise<number> {
  
  return n + EOL.length;
}
const arrow = registerStep("step//./input//arrow", { arrow: async (n: number): Promise<number> => {
  
  return n * 10 * EOL.length;
} }.arrow);
const tools = {
  method: registerStep("step//./input//tools/method", { async method(n: number) {
    
    return -n * EOL.length;
  } }.method),
};
class Jobs {
  static async run(n: number): Promise<number> {
    
    return n * 100 * EOL.length;
  } static { registerStep("step//./input//Jobs.run", this.run); }
}

/** Gets functions as values, calls them, and gives one back. */
async function callAll(runs: Run[], n: number) {
  
  const results = [];
  for (const run of runs) results.push(await run(n));
  return { results, arrow };
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ n }) { return async function nested(m: number): Promise<number> {
    
    return n + m + EOL.length;
  }; }

function closure$1({ n }) { return { nestedArrow: async (m: number): Promise<number> => {
    
    return n - m + EOL.length;
  } }.nestedArrow; }
