import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const api = (() => {
  const prefix = 'api';
  const load = markStep("step//./input//api/load", { load: async (id: number) => {
    
    return `${prefix} ${id} ${EOL.length}`;
  } }.load, () => ({ prefix }));
  return { load };
})();

export async function flow() { return calledDirectly("workflow//./input//flow"); }
