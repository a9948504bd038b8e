import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; 

const step = /* @__PURE__ */ stepProxy("step//./input//step");

export default (registerWorkflow("workflow//./input//default", { default: async () => {
  
  return step();
} }.default)) satisfies () => Promise<number>;
