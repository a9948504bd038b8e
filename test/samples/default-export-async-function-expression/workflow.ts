import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//own", undefined, own); 

export default (registerWorkflow("workflow//./input//default", { default: async function () {
  
  return own();
} }.default));
async function own(...args) { return step$1(...args); }
