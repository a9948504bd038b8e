
import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; 

const step = /* @__PURE__ */ stepProxy("step//./input//step", undefined, undefined, undefined, 1);
export default registerWorkflow("workflow//./input//default", { default: async (n: number) => [await step(n), n] }.default);
