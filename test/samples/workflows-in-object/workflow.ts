import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; 

const step = /* @__PURE__ */ stepProxy("step//./input//step", undefined, undefined, undefined, 1);
export const flows = {
  one: registerWorkflow("workflow//./input//flows/one", { one: async (n: number) => {
    
    return step(n);
  } }.one),
  deep: {
    two: registerWorkflow("workflow//./input//flows/deep/two", { two: async function (n: number) {
      
      return step(n * 2);
    } }.two),
  },
};
const list = [registerWorkflow("workflow//./input//list", async () => {  return step(3); })];
export const three = list[0]!;
