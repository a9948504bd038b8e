import { stepProxy as stepProxy$1, registerWorkflow as registerWorkflow$1 } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy$1("step//./input//load", undefined, load); registerWorkflow$1("workflow//./input//flow", flow); 

const stepProxy = 3, step = 4, closure = 5, registerWorkflow = 6;
const args = [7];

async function load(...args) { return step$1(...args); }

export async function flow(registerClosure: number) {
  
  const proxy = stepProxy$1("step//./input//flow/proxy", () => ({ registerClosure }));
  return [await load(), await proxy(), stepProxy, step, closure, registerWorkflow, args];
}
