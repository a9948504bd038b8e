import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

type Run = (n: number) => Promise<number>;
const registry = /* @__PURE__ */ (() => (new Map<string, Run>()))();
registry.set('add', /* @__PURE__ */ stepProxy("step//./input//anonymous", undefined, undefined, undefined, 1));
registry.set('double', /* @__PURE__ */ stepProxy("step//./input//double", undefined, undefined, undefined, 1));
function register(name: string, run: Run) {
  registry.set(name, run);
}
register('square', /* @__PURE__ */ stepProxy("step//./input//anonymous~2", undefined, undefined, undefined, 1));

export async function flow(n: number) {
  
  const results: number[] = [];
  for (const run of registry.values()) results.push(await run(n));
  return results;
}
