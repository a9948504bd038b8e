import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//step", undefined, step); 

async function step(...args) { return step$1(...args); }
export const flow = Object.assign(
  registerWorkflow("workflow//./input//flow/inner", async function inner() {
    
    return [await step(), (flow as unknown as { label: string }).label];
  }),
  { label: 'labelled' },
);
