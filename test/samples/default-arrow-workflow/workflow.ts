import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//host", undefined, host); 

async function host(...args) { return step$1(...args); }

export default registerWorkflow("workflow//./input//default", { default: async () => {
  
  return host();
} }.default);
