import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; 

const load = /* @__PURE__ */ stepProxy("step//./input//load");
export const arrow = registerWorkflow("workflow//./input//arrow", { arrow: async () => {
  
  return load();
} }.arrow);
export const expression = registerWorkflow("workflow//./input//expression", { expression: async function () {
  
  return load();
} }.expression);
const flows = {
  nested: registerWorkflow("workflow//./input//flows/nested", { nested: async () => {
    
    return load();
  } }.nested),
};
export const { nested } = flows;
