import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$2 = /* @__PURE__ */ stepProxy("step//./input//step", undefined, step, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 

/** All that generated code would like to be called is taken. */



async function step(...args) { return step$2(...args); }
export async function flow(args$1: number) {
  
  const closure = stepProxy("step//./input//flow/closure", () => ({ args$1 }));
  return [await step(args$1), await closure(1, 2)];
}
