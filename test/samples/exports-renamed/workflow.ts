import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//step", undefined, step); registerWorkflow("workflow//./input//flow", flow); 

async function step(...args) { return step$1(...args); }
async function flow() {
  
  return step();
}
export { flow as order, step as 'a step', flow };
