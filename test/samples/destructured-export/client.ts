import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export const { load, nested: { save } } = {
  load: markStep("step//./input//load", { load: async () => {
    
    return `load ${EOL.length}`;
  } }.load),
  nested: {
    save: markStep("step//./input//nested/save", { async save() {
      
      return `save ${EOL.length}`;
    } }.save),
  },
};
export const [first] = [
  markStep("step//./input//anonymous", async () => {
    
    return `first ${EOL.length}`;
  }),
];

export async function flow() { return calledDirectly("workflow//./input//flow"); }
