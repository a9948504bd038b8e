import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//step", undefined, step, undefined, 1); 

const flow = registerWorkflow("workflow//./input//flow", { flow: async (n: number) => {
  
  return step(n);
} }.flow);
async function step(...args) { return step$1(...args); }
export default flow;
export { step as 'other' };
