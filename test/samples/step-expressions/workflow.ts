import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; 

const arrow = /* @__PURE__ */ stepProxy("step//./input//arrow");
const expression = /* @__PURE__ */ stepProxy("step//./input//expression");
const named = /* @__PURE__ */ stepProxy("step//./input//named");
let first = /* @__PURE__ */ stepProxy("step//./input//first"), second = /* @__PURE__ */ stepProxy("step//./input//second");

export const list = registerWorkflow("workflow//./input//list", { list: async (path: string) => {
  
  return [await arrow(path), await expression(path), await named(3), await first(), await second()];
} }.list);
