import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; 

const arrow = /* @__PURE__ */ stepProxy("step//./input//arrow", undefined, undefined, undefined, 1);
const expression = /* @__PURE__ */ stepProxy("step//./input//expression", undefined, undefined, undefined, 1);
const named = /* @__PURE__ */ stepProxy("step//./input//named", undefined, undefined, undefined, 1);
let first = /* @__PURE__ */ stepProxy("step//./input//first"), second = /* @__PURE__ */ stepProxy("step//./input//second");

export const list = registerWorkflow("workflow//./input//list", { list: async (path: string) => {
  
  return [await arrow(path), await expression(path), await named(3), await first(), await second()];
} }.list);
