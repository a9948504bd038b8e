import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markStep("step//./input//declared", declared); markStep("step//./input//callAll", callAll); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

type Run = (n: number) => Promise<number>;

async function declared(n: number): Promise<number> {
  
  return n + EOL.length;
}
const arrow = markStep("step//./input//arrow", { arrow: async (n: number): Promise<number> => {
  
  return n * 10 * EOL.length;
} }.arrow);
const tools = {
  method: markStep("step//./input//tools/method", { async method(n: number) {
    
    return -n * EOL.length;
  } }.method),
};
class Jobs {
  static async run(n: number): Promise<number> {
    
    return n * 100 * EOL.length;
  } static { markStep("step//./input//Jobs.run", this.run); }
}

/** Gets functions as values, calls them, and gives one back. */
async function callAll(runs: Run[], n: number) {
  
  const results = [];
  for (const run of runs) results.push(await run(n));
  return { results, arrow };
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
