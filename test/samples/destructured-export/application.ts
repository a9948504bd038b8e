import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export const { load, nested: { save } } = {
  load: registerStep("step//./input//load", { load: async () => {
    
    return `load ${EOL.length}`;
  } }.load),
  nested: {
    save: registerStep("step//./input//nested/save", { async save() {
      
      return `save ${EOL.length}`;
    } }.save),
  },
};
export const [first] = [
  registerStep("step//./input//anonymous", async () => {
    
    return `first ${EOL.length}`;
  }),
];

export async function flow() { return calledDirectly("workflow//./input//flow"); }
