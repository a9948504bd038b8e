import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); const step$2 = /* @__PURE__ */ stepProxy("step//./input//declared", undefined, declared, undefined, 1); 

const early = declared;

export async function flow() {
  
  const step$1 = stepProxy("step//./input//flow/nested", undefined, nested, undefined, 1); return [await early(1), await nested(2)];
  async function nested(...args) { return step$1(...args); }
}

async function declared(...args) { return step$2(...args); }
