import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//step", undefined, step); 

const named = <T extends object>(fn: T, label: string): T => Object.assign(fn, { label });

async function step(...args) { return step$1(...args); }
export const flow = named(registerWorkflow("workflow//./input//flow/inner", async function inner() {
  
  return [await step(), (flow as unknown as { label: string }).label];
}), 'labelled');
