import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export const { load, nested: { save } } = {
  load: step$1("step//./input//load", { load: async () => {
    
    return `load ${EOL.length}`;
  } }.load),
  nested: {
    save: step$1("step//./input//nested/save", { async save() {
      
      return `save ${EOL.length}`;
    } }.save),
  },
};
export const [first] = [
  step$1("step//./input//anonymous", async () => {
    
    return `first ${EOL.length}`;
  }),
];

export async function flow() { return calledDirectly("workflow//./input//flow"); }
