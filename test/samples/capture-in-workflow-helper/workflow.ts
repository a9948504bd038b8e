import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

/** The step stands two functions deep, and takes along from both. */
export async function flow(tenant: string) {
  
  async function each(names: string[]) {
    const results: string[] = [];
    for (const name of names) {
      const greet = stepProxy("step//./input//flow/each/greet", () => ({ name, names, tenant }), undefined, undefined, 1);
      results.push(await greet('!'));
    }
    return results;
  }
  return each(['a', 'b']);
}
