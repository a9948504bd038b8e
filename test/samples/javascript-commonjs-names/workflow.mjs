import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); const step$1 = /* @__PURE__ */ stepProxy("step//./input//step", undefined, step, undefined, 1); 

/** `module` and `exports` are only names here. */
export async function flow(module) {
  
  const exports = { value: module };
  return step(exports);
}

async function step(...args) { return step$1(...args); }
