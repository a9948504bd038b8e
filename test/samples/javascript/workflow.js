import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

/** @param {string} text */
export async function flow(text) {
  
  return count(text);
}

const count = /* @__PURE__ */ stepProxy("step//./input//count", undefined, undefined, undefined, 1);
