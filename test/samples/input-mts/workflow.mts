import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const read = /* @__PURE__ */ stepProxy("step//./input//read", undefined, undefined, undefined, 1);
export async function flow() {
  
  return read<string>('mts');
}
